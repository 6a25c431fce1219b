"""The workbench without a screen: read a memory store, find what waits for a person, write what they decide.

Rooms stand on floors and import only from floors below their own: `text`, `protocol`, `store`,
`bindings` and `review`, `governance`, `desk`, `cli`. Nothing here imports a terminal toolkit.
"""

__version__ = "0.1.0"

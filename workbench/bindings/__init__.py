"""One folder per format. A binding is found by the entry point group ``workbench.bindings``."""

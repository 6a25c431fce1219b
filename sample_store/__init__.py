"""A store with every kind of case in it, shipped so that the workbench can be tried at once."""

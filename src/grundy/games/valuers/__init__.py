"""How values are found: search, packed states, connected sets, boxes, labelling."""

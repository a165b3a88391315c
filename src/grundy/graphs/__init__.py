"""Games given as digraphs: from arcs to values, moves and a proof."""

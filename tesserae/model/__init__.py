"""The values that flow through every stage; no I/O, no settings, no clock.

`ontology` says which types exist, `ids` how they are named, `graph` what a node and an edge
carry, `source` what a loader hands to extraction, `page` what a wiki page is made of.
"""

"""Extractions become one graph: merged, canonical, checked against the ontology, stored.

`view` indexes a finished graph for the stages that walk it (wiki, retrieval, site).
"""

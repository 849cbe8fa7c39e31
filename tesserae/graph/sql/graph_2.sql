-- Neighbours are asked for from either end, and nodes by their type.
CREATE INDEX nodes_by_type ON nodes (type);
CREATE INDEX edges_by_target ON edges (target);

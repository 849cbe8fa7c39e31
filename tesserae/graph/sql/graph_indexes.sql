-- Neighbours are asked for from either end, and nodes by their type.
CREATE INDEX IF NOT EXISTS nodes_by_type ON nodes (type);
CREATE INDEX IF NOT EXISTS edges_by_target ON edges (target);

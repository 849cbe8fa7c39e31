-- The graph store. A body is the line that graph.json holds for the same node or edge.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE edges (
    source TEXT NOT NULL,
    type TEXT NOT NULL,
    target TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (source, type, target)
) WITHOUT ROWID;

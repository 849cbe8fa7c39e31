-- Bodies that wiki pages were projected with: what a person's edit is merged against.
CREATE TABLE bodies (
    hash TEXT PRIMARY KEY,
    body BLOB NOT NULL
);

/** `Writ`, as the number that marks a database as ours. */
export const applicationId = 0x57_72_69_74;
/** Another number means another schema: the index is thrown away and made anew. */
export const schemaVersion = 6;

/**
 * Records are not kept, only where they stand: the ledgers are the truth. A record has one row, whatever the number of
 * places it stands at; the other places are `copies`. Records of one id that say different things (`places`, `names`)
 * have a row each: whoever writes one with the id of another does not take its place. Rows of `found` and `marks` whose record is gone mean nothing:
 * numbers of records are never used again, and now and then such rows are swept out.
 */
export const schema = `
  CREATE TABLE sources (
    nr INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    size INT NOT NULL,
    stamp TEXT NOT NULL,
    taken INT NOT NULL,
    prefix TEXT NOT NULL
  );
  CREATE TABLE words (nr INTEGER PRIMARY KEY, space INT NOT NULL, text TEXT NOT NULL, UNIQUE (space, text));
  CREATE TABLE records (
    nr INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INT NOT NULL,
    id NOT NULL,
    source INT NOT NULL,
    place INT NOT NULL,
    length INT NOT NULL,
    digest INT NOT NULL,
    time INT NOT NULL,
    seq INT NOT NULL,
    session INT, model INT, agent INT, class INT, declared INT,
    added INT NOT NULL,
    removed INT NOT NULL,
    others INT NOT NULL,
    places INT NOT NULL,
    names INT NOT NULL
  );
  CREATE UNIQUE INDEX records_by_id ON records (id, kind, places, names);
  CREATE INDEX erased_records ON records (id, kind) WHERE names = 0;
  CREATE INDEX records_by_place ON records (source, place);
  CREATE INDEX records_by_time ON records (kind, time, seq);
  CREATE TABLE copies (
    source INT NOT NULL, place INT NOT NULL, kind INT NOT NULL, id NOT NULL, length INT NOT NULL, digest INT NOT NULL,
    places INT NOT NULL, names INT NOT NULL,
    PRIMARY KEY (source, place, kind, id)
  ) WITHOUT ROWID;
  CREATE INDEX copies_by_id ON copies (id, kind);
  CREATE INDEX erased_copies ON copies (id, kind) WHERE names = 0;
  CREATE TABLE found (
    word INT NOT NULL, time INT NOT NULL, seq INT NOT NULL, record INT NOT NULL, added INT, removed INT, others INT,
    PRIMARY KEY (word, time, seq, record)
  ) WITHOUT ROWID;
  CREATE TABLE marks (
    key INT NOT NULL, record INT NOT NULL, path INT NOT NULL,
    PRIMARY KEY (key, record, path)
  ) WITHOUT ROWID;
  CREATE TABLE counts (name TEXT PRIMARY KEY, value INT NOT NULL) WITHOUT ROWID;
  INSERT INTO counts VALUES ('orphans', 0), ('dangling', 0);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** What can be put into a column. Anything else ends the process inside the library, not with an error. */
export type Value = string | number | null | Uint8Array;
/** A row that came back, column by column. */
export type Row = readonly Value[];

/** A prepared statement. */
interface Statement {
  run(values: readonly Value[]): void;
  get(values: readonly Value[]): Row | undefined;
  all(values: readonly Value[]): Row[];
}

/** What is used of the library. */
interface Library {
  exec(sql: string): void;
  prepare(sql: string): Statement & { raw(): Statement };
  close(): void;
}
type LibraryClass = new (file: string) => Library;

/** An open database. */
export interface Sql {
  exec(sql: string): void;
  /** Prepared once, however often it is asked for. */
  prepare(sql: string): Statement;
  close(): void;
}

let loading: Promise<LibraryClass | null> | undefined;

/** Opens databases; `null` where there is no binary of the library for this platform. Loaded once, when first asked for. */
export async function loadSql(): Promise<((file: string) => Sql) | null> {
  loading ??= import("libsql").then(classIn).catch(() => null);
  const database = await loading;
  return database === null ? null : (file) => openSql(new database(file));
}

function openSql(library: Library): Sql {
  const prepared = new Map<string, Statement>();
  return {
    exec: (sql) => library.exec(sql),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      const made = library.prepare(sql);
      // Only what gives rows has them in arrays.
      const statement = /^\s*(SELECT|PRAGMA|WITH)\b/i.test(sql) ? made.raw() : made;
      prepared.set(sql, statement);
      return statement;
    },
    close() {
      prepared.clear();
      library.close();
    },
  };
}

/** As a CommonJS module and as an ES module it looks different. */
function classIn(loaded: object): LibraryClass | null {
  const found: unknown = "default" in loaded ? loaded.default : loaded;
  return isClass(found) ? found : null;
}

function isClass(value: unknown): value is LibraryClass {
  return typeof value === "function";
}

/** The library's code for what went wrong, `SQLITE_BUSY` and the like; none for other errors. */
export function sqlCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // What fails while opening has no code of its own.
  if (error.message.startsWith("ConnectionFailed")) return "SQLITE_CANTOPEN";
  return "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_") ? error.code : undefined;
}

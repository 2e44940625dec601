import { type AST, parseTOML } from "toml-eslint-parser";

type Table = Record<string, unknown>;

/** What a TOML text says. Its tables have no prototype: a key may be called `__proto__`. Throws for what is no TOML. */
export function readToml(text: string): unknown {
  const root = newTable();
  for (const statement of parseTOML(text).body[0].body) {
    if (statement.type === "TOMLTable") put(tableAt(root, statement.resolvedKey), statement.body);
    else put(root, [statement]);
  }
  return root;
}

function newTable(): Table {
  return Object.create(null);
}

function put(table: Table, body: readonly AST.TOMLKeyValue[]): void {
  for (const { key, value } of body) {
    const names = key.keys.map((part) => (part.type === "TOMLBare" ? part.name : part.value));
    const last = names.at(-1);
    if (last !== undefined) tableAt(table, names.slice(0, -1))[last] = contentOf(value);
  }
}

/** The table at a path, made where it is missing; a list on the way has its elements under their numbers. */
function tableAt(table: Table, path: readonly (string | number)[]): Table {
  return path.reduce<Table>((at, name) => {
    const there = at[name];
    if (isTable(there)) return there;
    const made = newTable();
    at[name] = made;
    return made;
  }, table);
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function contentOf(node: AST.TOMLContentNode): unknown {
  if (node.type === "TOMLValue") return node.value;
  if (node.type === "TOMLArray") return node.elements.map(contentOf);
  const table = newTable();
  put(table, node.body);
  return table;
}

/** A tool's input, or why it cannot be understood. */
export type InputRead = { ok: true; input: Input } | { ok: false; reason: string };
export type Input = Readonly<Record<string, unknown>>;

const forbidden = ["__proto__", "constructor", "prototype"];
const maxDepth = 32;
const maxValues = 100_000;

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that is really there; `null` counts as absent, as agents send it for an option that was left out. */
export function field(input: Input, key: string): unknown {
  return Object.hasOwn(input, key) ? (input[key] ?? undefined) : undefined;
}

/** The first of these fields that holds text. */
export function text(input: Input, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = field(input, key);
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The texts of these fields, without duplicates. */
export function texts(input: Input, keys: readonly string[]): string[] {
  const found: string[] = [];
  for (const key of keys) {
    const value = field(input, key);
    if (typeof value === "string" && !found.includes(value)) found.push(value);
  }
  return found;
}

/** Whether one of these fields says yes. */
export function isOn(input: Input, keys: readonly string[]): boolean {
  return keys.some((key) => field(input, key) === true || field(input, key) === "true");
}

/** Untrusted input as fields: an object, with no key that could reach into a prototype, and not endless. */
export function parseInput(value: unknown): InputRead {
  if (!isRecord(value)) return { ok: false, reason: "its input is not an object" };
  const reason = hazardOf(value);
  return reason === null ? { ok: true, input: value } : { ok: false, reason };
}

function hazardOf(root: Input): string | null {
  const queue: { value: object; depth: number }[] = [{ value: root, depth: 0 }];
  for (let count = 0; queue.length > 0; count += 1) {
    const { value, depth } = queue.pop() ?? { value: root, depth: 0 };
    if (depth > maxDepth || count > maxValues) return "its input is nested too deeply or too large";
    for (const [key, child] of Object.entries(value)) {
      if (forbidden.includes(key)) return `its input has a key named ${key}`;
      if (typeof child === "object" && child !== null) queue.push({ value: child, depth: depth + 1 });
    }
  }
  return null;
}

type FieldType = "string" | "number" | "boolean";

/** Fields that mean the same in every tool we know. A value of another type is not an argument, it is an accident or a trick. */
const fieldTypes: Readonly<Record<string, FieldType>> = {
  ...same("string", [
    ...["path", "file_path", "filePath", "relative_path", "relativePath", "target_file", "targetFile", "file_name"],
    ...["fileName", "notebook_path", "notebookPath", "absolute_path", "absolutePath", "dir_path", "dirPath"],
    ...[
      "content",
      "file_text",
      "fileText",
      "new_text",
      "old_text",
      "old_string",
      "new_string",
      "oldString",
      "newString",
    ],
    ...["old_str", "new_str", "oldText", "newText", "new_source", "insert_text", "diff", "patch", "patchText", "cmd"],
    ...["command_line", "cwd", "workdir", "intent_id", "mutation_class"],
  ]),
  ...same("number", [
    ...["offset", "limit", "start_line", "end_line", "startLine", "endLine", "line", "head_limit", "max_results"],
    ...["insert_line", "insertLine", "timeout", "expected_replacements", "-A", "-B", "-C"],
  ]),
  ...same("boolean", [
    ...["replace_all", "replaceAll", "allow_multiple", "recursive", "case_sensitive", "multiline", "run_in_background"],
    ...["is_background", "isBackground", "detach", "-i", "-n"],
  ]),
};

function same(type: FieldType, keys: readonly string[]): Record<string, FieldType> {
  return Object.fromEntries(keys.map((key) => [key, type]));
}

/** The first field whose value is not what this field always is. Numbers and yes/no may come as text. */
export function wrongType(input: Input): string | null {
  for (const key of Object.keys(input)) {
    const value = field(input, key);
    const type = Object.hasOwn(fieldTypes, key) ? fieldTypes[key] : undefined;
    if (type === undefined || value === undefined || typeof value === type) continue;
    if (type === "number" && typeof value === "string" && /^-?\d{1,12}$/.test(value)) continue;
    if (type === "boolean" && (value === "true" || value === "false")) continue;
    return `${key} is not a ${type}`;
  }
  return null;
}

import type { FileChange } from "@writ/contracts";

const ops = ["create", "modify", "delete", "rename"] as const satisfies readonly FileChange["op"][];

/** Whether this says what is done to a file. */
export function isFileChange(value: unknown): value is FileChange {
  if (typeof value !== "object" || value === null) return false;
  const { op, path, from }: { op?: unknown; path?: unknown; from?: unknown } = value;
  return ops.some((one) => one === op) && typeof path === "string" && (from === undefined || typeof from === "string");
}

/** Files, and what is done to them: who says only one of the two means the other as well. */
export function touching(fields: Readonly<Record<string, unknown>>): { paths: string[]; changes: FileChange[] } {
  const { paths, changes, operation_key: key } = fields;
  if (Array.isArray(changes)) {
    const said = changes.filter(isFileChange);
    return { paths: said.flatMap(({ from, path }) => (from === undefined ? [path] : [from, path])), changes: said };
  }
  const op = ops.find((one) => key === `change.${one}`) ?? "modify";
  const named = (Array.isArray(paths) ? paths : []).filter((path) => typeof path === "string");
  return { paths: named, changes: named.map((path) => ({ op, path })) };
}

import { HookFile } from "@writ/contracts";
import { field, isRecord } from "../tools/input.ts";
import { allowed, errorAt, type HookFault, shown } from "./fault.ts";

type Issue = NonNullable<ReturnType<typeof HookFile.safeParse>["error"]>["issues"][number];

const topKeys = Object.keys(HookFile.shape);
const keysOf: Readonly<Record<string, readonly string[]>> = {
  "": topKeys,
  match: Object.keys(HookFile.shape.match.def.innerType.shape),
  handler: Object.keys(HookFile.shape.handler.def.innerType.shape),
  cache: Object.keys(HookFile.shape.cache.def.innerType.shape),
};

/** A hook file of the right shape, or what is wrong with it in words. A key without a value says nothing. */
export function parseShape(value: unknown): { file: HookFile } | { faults: HookFault[] } {
  if (value === null || value === undefined) return { faults: [errorAt([], "the file is empty")] };
  if (!isRecord(value)) return { faults: [errorAt([], "the file must hold keys and values, such as: id: my_hook")] };
  const said = withoutEmpty(value);
  const match = said.match;
  if (isRecord(match)) said.match = withoutEmpty(match);
  const parsed = HookFile.safeParse(said);
  return parsed.success
    ? { file: parsed.data }
    : { faults: parsed.error.issues.flatMap((issue) => inWords(issue, said)) };
}

const withoutEmpty = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));

function inWords(issue: Issue, file: unknown): HookFault[] {
  const path = issue.path.filter((part): part is string | number => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") {
    const known = keysOf[path.join(".")] ?? topKeys;
    return issue.keys.map((key) => errorAt([...path, key], `is no key of a hook${allowed(key, known)}`));
  }
  const given = path.reduce<unknown>((inner, part) => (isRecord(inner) ? field(inner, String(part)) : undefined), file);
  if (issue.code === "invalid_value") return [errorAt(path, wrongWord(given, issue.values.map(String)))];
  return [errorAt(path, given === undefined ? "is missing" : wrongValue(issue, given))];
}

function wrongValue(issue: Issue, given: unknown): string {
  if (issue.code === "invalid_format") {
    return `${shown(given)} is no id; use letters, digits, dots, dashes and underscores, at most 100 of them`;
  }
  if (issue.code === "too_small")
    return `must be ${issue.inclusive === true ? "at least" : "more than"} ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_union") return "must be a word or a list of words; quote what looks like a number";
  return `must be ${kinds[issue.code === "invalid_type" ? issue.expected : ""] ?? "something else"}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "text; quote what looks like a number",
  number: "a number",
  boolean: "true or false",
  object: "keys and values",
};

function wrongWord(given: unknown, words: readonly string[]): string {
  if (given === undefined) return `is missing; use one of ${words.join(", ")}`;
  return `${shown(given)} is not known${allowed(typeof given === "string" ? given : "", words)}`;
}

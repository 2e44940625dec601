/** What a schema has against a value, as far as it is told here. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
}

/** The first thing a schema has against a part of a record, in words: `files[0].path must be a text`. */
export function sayIssue(issues: readonly unknown[], part: readonly PropertyKey[] = []): string {
  const issue = issues[0] as Issue | undefined;
  if (issue === undefined) return "it does not fit";
  return `${placeOf([...part, ...issue.path])} ${demandOf(issue)}`;
}

function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${spelled(String(part))}`)).join("");
  return text === "" ? "the record" : text.replace(/^\./, "");
}

/** A key with a dot or a slash in it would read as several. */
const spelled = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

const nouns: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
  record: "an object",
  tuple: "a list of three numbers or more",
};

function demandOf({ code, expected, values, minimum, maximum }: Issue): string {
  switch (code) {
    case "invalid_type":
      return `must be ${nouns[String(expected)] ?? String(expected)}`;
    case "invalid_value":
      return `must be one of ${(values ?? []).map(String).join(", ")}`;
    case "too_small":
      return `must be at least ${minimum}`;
    case "too_big":
      return `must be at most ${maximum}`;
    case "invalid_format":
      return "is not spelled as it must be";
    default:
      return "does not fit";
  }
}

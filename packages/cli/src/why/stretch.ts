import type { RecordedChange, Stretch, Why } from "@writ/runtime";
import { nameIn } from "../text/name-in.ts";
import { plural } from "../text/table.ts";
import { authorWords } from "./author.ts";
import { commitWords } from "./commit.ts";
import { decisionWords, someOf } from "./decisions.ts";
import { noteWords } from "./notes.ts";
import type { Paragraph } from "./paragraphs.ts";
import { sayClass } from "./words.ts";

/** What is said about lines of one origin, for somebody who has never heard of them. */
export function stretchParagraphs(
  stretch: Stretch,
  { path, first, notes }: Pick<Why, "path" | "first" | "notes">,
  nameOf: (by: string) => string,
): Paragraph[] {
  const { change, commits, together } = stretch;
  const commit = { label: "Commit", lines: commitWords(commits) };
  const made = { label: "Made by", lines: authorWords(stretch, first) };
  if (change === null) return [made, commit, ...notesParagraph(notes, nameOf)];
  const neighbours = { label: "With it", lines: neighbourWords(change, together, path) };
  if (change.erased) return [made, commit, neighbours];
  return [
    made,
    { label: "Intent", lines: intentWords(change) },
    { label: "Call", lines: callWords(change, path) },
    { label: "Decision", lines: decisionWords(change, nameOf) },
    { label: "Kind", lines: kindWords(change) },
    commit,
    neighbours,
    ...(change.raced ? [{ label: "Beware", lines: [racedWords] }] : []),
  ];
}

/** The same for lines of a call that was told of already. */
export function sameParagraphs({ commits }: Stretch, earlier: string): Paragraph[] {
  return [
    { label: "Made by", lines: [`The same call as ${earlier}, above.`] },
    { label: "Commit", lines: commitWords(commits) },
  ];
}

/** What else is on record about the file may be what explains a line that no record is about. */
function notesParagraph(notes: Why["notes"], nameOf: (by: string) => string): Paragraph[] {
  const lines = noteWords(notes, nameOf);
  return lines.length === 0 ? [] : [{ label: "The file", lines }];
}

const racedWords =
  "Somebody else changed the file between the decision and the write, so some of these lines may be theirs.";

function intentWords({ intent, imported }: RecordedChange): string[] {
  if (intent === null && imported !== null) return ["Not known: the record was imported, and does not tell."];
  if (intent === null) return ["None: the change was made without one."];
  const { id, name, status, constraints, criteria, unread } = intent;
  if (unread !== undefined)
    return [`${id}. What it is about cannot be told: active_intents.yaml cannot be read (${unread}).`];
  if (name === null) return [`${id}, which is not in active_intents.yaml.`];
  return [
    `${id} ${name} (${status ?? "no status"})`,
    ...listWords("It must keep to:", constraints),
    ...listWords("It is done when:", criteria),
  ];
}

const listWords = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [title, ...items.map((item) => `  - ${item}`)];

const ops = { create: "created", modify: "changed", delete: "deleted", rename: "renamed" } as const;

function callWords({ tool, op, from, trace, symbols, files, imported }: RecordedChange, path: string): string[] {
  const untold = imported === null ? "A tool that is not named" : "A tool that the imported record does not name";
  const subject = files.some((file) => file.path === path) ? "the file" : (files[0]?.path ?? "a file");
  const did = op === null ? `wrote ${subject}` : `${ops[op]} ${subject}`;
  const renamed = from === null ? "" : `, which was ${from} before`;
  const moved = subject === "the file" ? [] : ["The lines came here from there afterwards."];
  return [
    `${nameIn(tool) === null ? untold : `The tool ${tool}`} ${did}${renamed} (trace ${trace}).`,
    ...moved,
    ...(symbols.length === 0 ? [] : [`It touched ${someOf(symbols)}.`]),
  ];
}

function kindWords({ class: found, declared }: RecordedChange): string[] {
  if (declared === null || declared === found) return [sayClass[found]];
  return [sayClass[found], `The agent had said something else: ${declared}.`];
}

function neighbourWords({ files, trace }: RecordedChange, together: readonly string[], path: string): string[] {
  const places = files.flatMap(({ path: file, ranges, op }) => {
    const spelled = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
    const lines = spelled.length === 0 ? (op === "delete" ? " (deleted)" : "") : `:${spelled.slice(0, 6).join(",")}`;
    const more = spelled.length > 6 ? ` and ${plural(spelled.length - 6, "more range")}` : "";
    return file === path && files.length === 1 && spelled.length <= 1 ? [] : [`${file}${lines}${more}`];
  });
  const others = together.filter((file) => files.every((one) => one.path !== file));
  return [
    places.length === 0
      ? "The call changed nothing else."
      : `The same call wrote, as lines were numbered then: ${someOf(places)}.`,
    ...(others.length === 0 ? [] : [`Of the same intent, in the same commit: ${someOf(others)}.`]),
    ...(places.length > 5 ? [`All of them: writ log --json | grep ${trace}`] : []),
  ];
}

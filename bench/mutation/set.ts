import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ChangedFile, FileContent, MutationClass } from "@writ/contracts";

/**
 * Which pairs the classifier was tuned on. The held-out ones were written before, and not looked at while tuning; the
 * fresh ones were written when it was finished: 61 of 64 were right at first, before the three were seen to. Those of the
 * review were written from what a review found missed, each with a counterpart that is form: 56 of 149 were right at
 * first. Those of "again" were written after that, and not looked at while doing it: 29 of 30 were right at first.
 */
export type Part = "tuning" | "held-out" | "fresh" | "review" | "again";
export const parts: readonly Part[] = ["tuning", "held-out", "fresh", "review", "again"];

/** A change with the class a person gave it. */
export interface Pair {
  readonly part: Part;
  readonly language: string;
  readonly kind: string;
  readonly what: string;
  readonly expected: MutationClass;
  readonly changed: readonly ChangedFile[];
}

/** The name of a file that needs none, by language. */
const fileNames: Readonly<Record<string, string>> = {
  typescript: "a.ts",
  tsx: "a.tsx",
  javascript: "a.js",
  python: "a.py",
  go: "a.go",
  rust: "a.rs",
  java: "A.java",
  cpp: "a.cpp",
};

const title = /^#### (AST_REFACTOR|INTENT_EVOLUTION) ([\w ]+) · (.+)$/;
const side = /^#### (before|after)(?: (\S+))?$/;

/** All pairs under `pairs/<part>/<language>.txt`. */
export function readPairs(folder: string): Pair[] {
  return parts.flatMap((part) =>
    readdirSync(join(folder, "pairs", part))
      .sort()
      .flatMap((file) => parse(readFileSync(join(folder, "pairs", part, file), "utf8"), part, basename(file, ".txt"))),
  );
}

interface Draft extends Omit<Pair, "changed"> {
  sides: { side: string; path: string; lines: string[] }[];
}

function parse(text: string, part: Part, language: string): Pair[] {
  const drafts: Draft[] = [];
  const path = fileNames[language] ?? "a.txt";
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const [, expected, kind = "", what = ""] = title.exec(line) ?? [];
    const [, which, name] = side.exec(line) ?? [];
    const draft = drafts.at(-1);
    if (expected === "AST_REFACTOR" || expected === "INTENT_EVOLUTION")
      drafts.push({ part, language, kind, what, expected, sides: [{ side: "before", path, lines: [] }] });
    else if (which !== undefined) draft?.sides.push({ side: which, path: name ?? path, lines: [] });
    else draft?.sides.at(-1)?.lines.push(line);
  }
  return drafts.map(({ sides, ...pair }) => ({ ...pair, changed: changedOf(sides) }));
}

/** A text as the content of a file. */
export function contentOf(text: string): FileContent {
  return { hash: text, size: text.length, text, binary: false };
}

function changedOf(sides: Draft["sides"]): ChangedFile[] {
  const said = sides.filter(({ lines }) => lines.length > 0);
  const content = (which: string, path: string): FileContent | null => {
    const found = said.find((one) => one.side === which && one.path === path);
    const text = found === undefined ? null : `${found.lines.join("\n")}\n`;
    return text === null ? null : contentOf(text);
  };
  return [...new Set(said.map(({ path }) => path))].map((path) => {
    const [before, after] = [content("before", path), content("after", path)];
    return { path, op: before === null ? "create" : after === null ? "delete" : "modify", before, after };
  });
}

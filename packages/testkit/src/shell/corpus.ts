import { readFileSync } from "node:fs";
import { join } from "node:path";
import { disguised } from "./disguised.ts";
import { grow, type ShellCase } from "./grow.ts";
import type { Vocabulary } from "./sentences.ts";

/** The corpus of command lines, by what it is to show. */
export interface ShellCorpus {
  /** Everyday commands: each passes without a question. */
  readonly benign: readonly ShellCase[];
  /** Commands that only mention a dangerous one: each passes, and names no deletion. */
  readonly mentions: readonly ShellCase[];
  /** What never passes: written by hand, and grown from templates. */
  readonly hostile: readonly ShellCase[];
  /** What the fuzzer found hard to read: no fault, and in time. */
  readonly found: readonly ShellCase[];
  /** All but these, as text. */
  readonly lines: readonly string[];
  /** What a fuzzer makes more of. */
  readonly vocabulary: Vocabulary;
}

interface Family {
  readonly templates?: readonly string[];
  /** The family whose templates these are, when they are not its own. */
  readonly templatesOf?: string;
  readonly payloads: readonly string[];
}

/** Reads the corpus from the folder that keeps it. */
export function readShellCorpus(folder: string): ShellCorpus {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const families: Record<string, Family> = JSON.parse(read("templates.json"));
  const grown = Object.entries(families).flatMap(([group, { templates, templatesOf = group, payloads }]) =>
    grow(group, templates ?? families[templatesOf]?.templates ?? [], payloads),
  );
  const benign = linesOf(read("benign.jsonl"));
  const mentions = linesOf(read("mentions.jsonl"));
  const hostile = [...linesOf(read("hostile.jsonl")), ...grown, ...disguised];
  const lines = [...benign, ...mentions, ...hostile].map(({ command }) => command);
  const found = linesOf<Found>(read("found.jsonl")).map(({ id, parts }) => ({
    id,
    group: "found",
    command: said(parts),
  }));
  return { benign, mentions, hostile, found, lines, vocabulary: JSON.parse(read("vocabulary.json")) };
}

/** A long line is kept as what it is made of: a text, and how often it stands there. */
interface Found {
  readonly id: string;
  readonly why: string;
  readonly parts: readonly (readonly [text: string, times: number])[];
}

const said = (parts: Found["parts"]): string => parts.map(([text, times]) => text.repeat(times)).join("");

function linesOf<T = ShellCase>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

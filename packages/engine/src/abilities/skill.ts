import type { FileFinding } from "@writ/contracts";
import { parseFrontMatter, splitFrontMatter } from "../markup/front-matter.ts";
import { plain, proseOf } from "../markup/markdown.ts";
import { isRecord } from "../markup/parsed.ts";
import { misspelt } from "../markup/unknown-keys.ts";
import { textOf, textsOf } from "../markup/values.ts";
import { type Described, describe } from "./description.ts";

/** Reads a `SKILL.md` or an agent's file: what its front matter says, the folder's name where it has none. */
export function parseSkill(text: string, file: string, kind: "skill" | "agent"): Described {
  const { parts, faults } = parseFrontMatter(text);
  const part = parts[0];
  const front = isRecord(part?.value) ? part.value : {};
  const hints = isRecord(front.routing_hints) ? front.routing_hints : {};
  const said = textOf(front.name);
  const id = said !== null && isName(said) ? said : nameOf(file);
  const findings: FileFinding[] = faults.map((fault) => ({ file, ...fault }));
  if (said !== null && id !== said) {
    const message = `name ${said.slice(0, 80)} is no name, so ${id} counts.`;
    findings.push({ file, line: part?.lineOf(["name"]) ?? 1, severity: "warning", message });
  }
  if (part !== undefined) findings.push(...misspelt(part, ownKeys).map((fault) => ({ file, ...fault })));
  const description = describe({
    id,
    level: "high",
    origin: kind,
    file,
    line: part?.lineOf(["name"]) ?? 1,
    kind,
    summary: textOf(front.description) ?? textOf(front.summary) ?? firstSentence(text),
    whenToUse: textsOf(front.when_to_use ?? front["when-to-use"]),
    keywords: [...textsOf(hints.keywords), ...listOf(front.keywords ?? front.triggers)],
    negativeKeywords: textsOf(hints.negative_keywords),
    examples: [...textsOf(hints.examples), ...listOf(front.examples)],
    version: textOf(front.version),
  });
  return { descriptions: [description], findings };
}

/** What this reads of a front matter; agents keep keys of their own beside it. */
const ownKeys = ["name", "description", "summary", "when_to_use", "routing_hints", "keywords", "triggers", "examples"];

/** A list or a map that was never closed is no name, nor are signs alone. */
const isName = (text: string): boolean => !/^[[{]/.test(text) && /[\p{L}\p{N}]/u.test(text);

/** Lists only: one long text under such a key is prose. */
const listOf = (value: unknown): string[] => (Array.isArray(value) ? textsOf(value) : []);

/** `x` of `x/SKILL.md`, `x.md` and `x.agent.md`. */
function nameOf(file: string): string {
  const segments = file.split("/");
  const last = segments.at(-1) ?? file;
  return /^skill\.md$/i.test(last) ? (segments.at(-2) ?? last) : last.replace(/(\.agent|\.chatmode)?\.md$/i, "");
}

function firstSentence(text: string): string | null {
  const { body, bodyLine } = splitFrontMatter(text);
  const line = proseOf(body, bodyLine).find(({ text: words }) => /^[^\s#|>]/.test(words));
  return textOf(plain(line?.text ?? ""));
}

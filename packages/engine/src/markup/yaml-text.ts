import { type Document, isMap, isNode, isScalar, isSeq, Lexer, LineCounter, parseAllDocuments } from "yaml";
import type { Fault, Part, Parts } from "./parsed.ts";

/** Deeper than anything people write, and far from where the parser's recursion would end the process. */
const deepest = 100;
/** More than anybody writes by hand; a list of references that stand for references grows without end. */
const mostAliases = 100;

const largest = 256 * 1024;
const mostReferences = 500;
/** Beyond this, two keys of one name are not noticed. */
const largestUnique = 50_000;

/** Reads every document in a YAML text. `firstLine` is where the text begins in its file. Never throws. */
export function parseYamlText(text: string, firstLine = 1): Parts {
  const broken = (line: number, message: string): Parts => ({ parts: [], faults: [fault(line, message)] });
  try {
    const excess = excessOf(text);
    if (excess !== null) return broken(firstLine, excess);
    const counter = new LineCounter();
    const lineAt = (position: number) => counter.linePos(position).line + firstLine - 1;
    // To see that keys are there once, the parser compares each with all others.
    const uniqueKeys = text.length <= largestUnique;
    const options = { lineCounter: counter, prettyErrors: false, uniqueKeys, resolveKnownTags: false };
    const parsed = parseAllDocuments(text, options);
    const documents: readonly Document.Parsed[] = Array.isArray(parsed) ? parsed : [];
    const error = documents.flatMap(({ errors }) => errors)[0];
    if (error !== undefined) {
      return broken(Math.max(firstLine, lineAt(error.pos[0])), `it is not valid YAML: ${error.message}`);
    }
    return { parts: documents.map((document) => toPart(document, lineAt, firstLine)), faults: [] };
  } catch (error) {
    // An alias that stands for too much, or whatever else the parser cannot bear.
    return broken(firstLine, `it cannot be read as YAML (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Why a text is not even tried: the parser would take minutes over it, or end the process. */
function excessOf(text: string): string | null {
  if (text.length > largest) return `it is larger than ${largest / 1024} KB, which is too much YAML to be read`;
  if ((text.match(/[\s,[{-][&*]\w/g) ?? []).length > mostReferences) return "it has too many references to be read";
  return isNestedTooDeeply(text) ? "it is nested too deeply to be read" : null;
}

const fault = (line: number, message: string): Fault => ({ line, severity: "error", message });

function toPart(document: Document.Parsed, lineAt: (position: number) => number, firstLine: number): Part {
  return {
    value: document.toJS({ maxAliasCount: mostAliases }) ?? null,
    lineOf(way) {
      let node: unknown = document.contents;
      let line = isNode(node) && node.range ? lineAt(node.range[0]) : firstLine;
      for (const step of way) {
        const [found, place] = child(node, step);
        if (isNode(place) && place.range) line = lineAt(place.range[0]);
        node = found;
      }
      return line;
    },
  };
}

/** What lies one step below a node, and the node that shows where it begins. */
function child(node: unknown, step: string | number): readonly [found: unknown, place: unknown] {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return [item, item];
  }
  if (!isMap(node)) return [undefined, undefined];
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return [pair?.value, pair?.key];
}

function isNestedTooDeeply(text: string): boolean {
  if (/^[ \t?-]{200}/m.test(text)) return true;
  // Brackets in texts and comments count for nothing, but telling them apart takes a lexer, and they are rare.
  return depthOf(text.match(/[[\]{}]/g) ?? []) > deepest && depthOf(new Lexer().lex(text)) > deepest;
}

function depthOf(tokens: Iterable<string>): number {
  let [depth, most] = [0, 0];
  for (const token of tokens) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Parts } from "./parsed.ts";

/** Deeper than anything people write; the parser is recursive. */
const deepest = 100;

/** Reads JSON as people write settings: comments and trailing commas are fine. Never throws. */
export function parseJsonText(text: string): Parts {
  const lineAt = lineCounter(text);
  const broken = (line: number, message: string): Parts => ({
    parts: [],
    faults: [{ line, severity: "error", message }],
  });
  if (depthOf(text) > deepest) return broken(1, "it is nested too deeply to be read");
  const errors: ParseError[] = [];
  const tree: Node | undefined = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (tree === undefined || error !== undefined) {
    const reason = error === undefined ? "it is empty" : words(printParseErrorCode(error.error));
    return broken(lineAt(error?.offset ?? 0), `it is not valid JSON: ${reason}`);
  }
  const lineOf = (way: readonly (string | number)[]): number => {
    for (let length = way.length; length > 0; length -= 1) {
      const node = findNodeAtLocation(tree, [...way.slice(0, length)]);
      // Of a property the line of its name, where a person looks.
      if (node !== undefined) return lineAt((node.parent?.type === "property" ? node.parent : node).offset);
    }
    return lineAt(tree.offset);
  };
  return { parts: [{ value: getNodeValue(tree), lineOf }], faults: [] };
}

/** The line of an offset, found quickly however often it is asked for. */
function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

const words = (code: string): string => code.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const [token] of text.matchAll(/[[\]{}]/g)) {
    depth += token === "[" || token === "{" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

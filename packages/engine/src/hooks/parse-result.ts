import { type ResultRead, toResult } from "./to-result.ts";

const mostCharacters = 1_000_000;

/** Reads what a handler printed: one JSON object, or nothing (R126, R130). */
export function parseResult(stdout: string): ResultRead {
  const text = stdout.replace(/^\uFEFF/, "").trim();
  if (text === "") return { result: {} };
  if (text.length > mostCharacters) return { fault: "it printed more than 1 MB" };
  if (!text.startsWith("{")) return { fault: `it printed ${kindOf(text)}; what is not the result belongs on stderr` };
  const value = parseJson(text);
  if (value === undefined) return { fault: brokenIn(text) };
  return toResult(value);
}

function kindOf(text: string): string {
  const value = parseJson(text);
  if (Array.isArray(value)) return "a list where one JSON object belongs";
  return value === undefined ? "text that is not JSON" : "a JSON value where one object belongs";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Two objects are a common slip, and easily told from text that is no JSON at all. */
function brokenIn(text: string): string {
  const end = endOfObject(text);
  if (end === null || parseJson(text.slice(0, end)) === undefined) return "what it printed is not valid JSON";
  return text.slice(end).trimStart().startsWith("{")
    ? "it printed more than one JSON object"
    : "it printed text after its JSON object; what is not the result belongs on stderr";
}

function endOfObject(text: string): number | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (inText && character === "\\") at += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && character === "{") depth += 1;
    else if (!inText && character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

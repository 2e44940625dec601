import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { homeFolder } from "../home-folder.ts";

/** How much of a conversation's end is read: several answers of the model, whatever they hold. */
const tailBytes = 256 * 1024;
/** Where an agent's words and the model's own are kept: a `model` in there is somebody's argument. */
const contents: ReadonlySet<string> = new Set(["input", "args", "arguments", "content", "parameters", "tool_input"]);
const deepest = 4;

/** The model a conversation was last had with; `undefined` where its agent does not write it down. */
export function modelIn(transcript: string): string | undefined {
  const text = tailOf(transcript.replace(/^~(?=\/)/, homeFolder));
  // A record a line, the newest last; or one record over several lines.
  for (const one of [...text.split("\n").reverse(), text]) {
    const found = /"(?:model|selectedModel)/.test(one) ? modelOf(parse(one), 0) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function tailOf(file: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    const stats = fstatSync(handle);
    if (!stats.isFile()) return "";
    const from = Math.max(0, stats.size - tailBytes);
    const bytes = Buffer.alloc(stats.size - from);
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from)).toString("utf8");
  } catch {
    return "";
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function modelOf(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth > deepest) return undefined;
  const entries = Object.entries(value);
  const named = entries.find(([name, one]) => /^(?:model|modelId|selectedModel)$/.test(name) && isName(one))?.[1];
  if (typeof named === "string") return named;
  for (const [name, one] of entries) {
    const found = contents.has(name) ? undefined : modelOf(one, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isName = (value: unknown): boolean => typeof value === "string" && /^[\w./:@+-]{1,100}$/.test(value);

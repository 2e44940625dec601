import { fail } from "@writ/contracts";
import { readSidecarFile } from "../state/sidecar.ts";

/** The patterns in the text of `.intentignore`: one a line, `#` begins a comment. */
export function parseIgnore(text: string): string[] {
  return (
    text
      .replaceAll("\r", "\n")
      .split("\n")
      // A mark at the beginning of the file counts as a blank.
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.replace(/\s#.*$/, "").trimEnd())
  );
}

/** Patterns over the ids of intents nobody may work on (R71). A file that cannot be read is no empty one. */
export function readIgnore(root: string): string[] {
  const found = readSidecarFile(root, [".intentignore"]);
  if (found.state === "invalid") throw fail("SIDECAR_INVALID", { file: found.file, reason: found.reason });
  return found.state === "ok"
    ? parseIgnore(Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength).toString("utf8"))
    : [];
}

import { fail } from "@writ/contracts";
import { readSidecarFile } from "../state/sidecar.ts";

/** The patterns in the text of `.intentignore`: one a line, `#` begins a comment. */
function parseIgnore(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .replace(/^\uFEFF/, "")
        .replace(/(^|\s)#.*$/, "")
        .trim(),
    )
    .filter((line) => line !== "");
}

/** Patterns over the ids of intents nobody may work on (R71). A file that cannot be read is no empty one. */
export function readIgnore(root: string): string[] {
  const found = readSidecarFile(root, [".intentignore"]);
  if (found.state === "invalid") throw fail("SIDECAR_INVALID", { file: found.file, reason: found.reason });
  return found.state === "ok" ? parseIgnore(new TextDecoder().decode(found.bytes)) : [];
}

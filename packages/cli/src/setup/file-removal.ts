import { join } from "node:path";
import type { WiredFile } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { kindAt } from "../files.ts";
import type { Change } from "./change.ts";
import type { WiredRecord } from "./record.ts";
import { readSettingsFile } from "./settings-file.ts";

/** Plans Writ out of one settings file: as it was where nobody touched it since, else only Writ's entries. */
export async function planFileRemoval(
  root: string,
  file: WiredFile,
  known: WiredRecord | null,
): Promise<Change | null> {
  if ((await kindAt(join(root, file.path))) === "absent") return null;
  const { text, mode, file: at } = await readSettingsFile(root, file.path);
  if (text === null) return null;
  const base = { path: file.path, file: at, purpose: file.purpose };
  if (known !== null && sha256(text) === known.after) {
    if (known.before === null) return { action: "delete", ...base };
    const content = Buffer.from(known.before.content, "base64");
    return content.equals(Buffer.from(text)) ? null : { action: "rewrite", ...base, content, mode: known.before.mode };
  }
  const own = file.unwire(text);
  if (own === text) return null;
  // Blank, where the file was made by Writ and only lost its last line break since.
  const isGone = own === null || (own.trim() === "" && (known === null || known.before === null));
  return isGone ? { action: "delete", ...base } : { action: "rewrite", ...base, content: own, mode };
}

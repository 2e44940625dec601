import { join } from "node:path";
import type { ChangedFile, FileContent } from "@writ/contracts";
import { crypto } from "@writ/stores";
import { gitFolders } from "../git/folders.ts";
import { textIn } from "../git/text-in.ts";

/** Which hash a repository names its objects by. */
type ObjectFormat = "sha1" | "sha256";

/** A repository never changes its format, and one may be made where there was none. */
const formats = new Map<string, ObjectFormat>();

/** How the repository a folder lies in names its objects; `null` where there is none. */
export function objectFormat(root: string): ObjectFormat | null {
  const known = formats.get(root);
  if (known !== undefined) return known;
  const folders = gitFolders(root);
  if (folders === null) return null;
  const isLong = /^\s*objectformat\s*=\s*"?sha256/im.test(textIn(join(folders.shared, "config")) ?? "");
  const format = isLong ? "sha256" : "sha1";
  formats.set(root, format);
  return format;
}

/** Git's id of a text as git keeps it where it evens out line ends: one line feed each. */
export function objectId(text: string, format: ObjectFormat): string {
  const bytes = Buffer.from(text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text, "utf8");
  return crypto().createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
}

/** A changed file with git's ids of its contents, by which a commit's files are known again. */
export function withObjectIds(file: ChangedFile, format: ObjectFormat | null): ChangedFile {
  const withId = (content: FileContent | null): FileContent | null =>
    content === null || content.text === null || format === null
      ? content
      : { ...content, blob: objectId(content.text, format) };
  return { ...file, before: withId(file.before), after: withId(file.after) };
}

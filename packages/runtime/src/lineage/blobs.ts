import type { ChangedFile, FileContent } from "@writ/contracts";
import { crypto } from "@writ/stores";

/** A changed file with the object ids git gives its contents, by which a commit's files are known again. */
export function withBlobs(file: ChangedFile): ChangedFile {
  return { ...file, before: withBlob(file.before), after: withBlob(file.after) };
}

function withBlob(content: FileContent | null): FileContent | null {
  return content === null || content.text === null ? content : { ...content, blob: blobOf(content.text) };
}

function blobOf(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  return crypto().createHash("sha1").update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
}

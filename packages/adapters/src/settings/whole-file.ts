import { fail, type WiredFile } from "@writ/contracts";

/** A file that is Writ's from the first line to the last. */
interface WholeFile {
  readonly path: string;
  readonly purpose: string;
  readonly content: string;
  /** Whether a text of that name is one of Writ's, perhaps an older one. */
  isOwn(text: string): boolean;
}

/** Writes a file of its own, and never over somebody else's. */
export function wholeFile({ path, purpose, content, isOwn }: WholeFile): WiredFile {
  return {
    path,
    purpose,
    wire(text) {
      if (text === null || isOwn(text)) return content;
      throw fail("SETTINGS_INVALID", { file: path, reason: "a file of that name is there that is not Writ's" });
    },
    unwire: (text) => (isOwn(text) ? null : text),
    state(text) {
      if (text === null || !isOwn(text)) return "absent";
      return text === content ? "wired" : "outdated";
    },
  };
}

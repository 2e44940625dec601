import { createHash } from "node:crypto";
import { basename } from "node:path";
import { contentIn } from "../publish/published-files.ts";
import type { Checked } from "./chain.ts";
import type { Finding } from "./finding.ts";

/** Compares a published file with its name, which follows from what it held when it was written. */
export interface NameCheck {
  hear(line: Buffer): void;
  /** After the last line, where nothing else was found. */
  end(checked: Pick<Checked, "heads" | "stones">): Finding[];
}

/**
 * A chain does not vouch for its last record, and many published files have but one: whoever changes it, or cuts the
 * end off, would have to rename the file too. Files that are not named so are not looked at, and neither are those that
 * something was erased from, as that was done on purpose and is told.
 */
export function nameCheck(file: string): NameCheck | null {
  const named = contentIn(basename(file));
  if (named === null) return null;
  const content = createHash("sha256");
  return {
    hear: (line) => void content.update(line).update("\n"),
    end({ heads, stones }) {
      // A branch of an earlier version's file may have been named like that.
      const isOther = heads.some(({ writer }) => writer !== named.writer);
      if (isOther || stones.length > 0 || content.digest("hex").startsWith(named.digest)) return [];
      const reason = "the file is not what its name says it was when it was published: the end was changed or cut off";
      const misnamed = { file: basename(file), writer: named.writer };
      return [{ line: heads[0]?.line ?? 0, reason, remedy: "known", misnamed }];
    },
  };
}

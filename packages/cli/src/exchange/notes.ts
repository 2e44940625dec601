import type { Context } from "../io.ts";
import { visible } from "../text/visible.ts";

/** What an import has to say about single lines. */
export interface Notes {
  refused(line: number, reason: string): void;
  warned(line: number, text: string): void;
  /** Says how many there were beyond those that were told. */
  end(): void;
  toJson(): object;
}

interface Note {
  line: number;
  reason: string;
}

const mostTold = 20;
/** A file may be wrong from the first line to the last. */
const mostKept = 1000;

/** Tells the first few on stderr as they come, and keeps more of them for `--json`. */
export function openNotes(name: string, { error, status }: Pick<Context, "error" | "status">, json: boolean): Notes {
  const refusals: Note[] = [];
  const warnings = new Map<string, Note>();
  let refused = 0;
  return {
    refused(line, reason) {
      refused += 1;
      if (refusals.length < mostKept) refusals.push({ line, reason });
      if (json || refused > mostTold) return;
      status(null);
      error(`${visible(name)}:${line}: ${visible(reason)}`);
    },
    warned(line, text) {
      // The same is said of every record of a later version: once is enough.
      if (warnings.has(text) || warnings.size >= mostKept) return;
      warnings.set(text, { line, reason: text });
      if (json) return;
      status(null);
      error(`${visible(name)}:${line}: warning: ${visible(text)}`);
    },
    end() {
      if (refused > mostTold) error(`… and ${refused - mostTold} more; the first ${mostKept} with: --json`);
    },
    toJson: () => ({ refusals, warnings: [...warnings.values()] }),
  };
}

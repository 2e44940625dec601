import type { Context } from "../io.ts";
import { withProgress } from "../text/progress.ts";
import { visible } from "../text/visible.ts";

/** Shows how reading the ledgers goes, where it takes longer than a moment, and passes on what a person should know. */
export function listening<T>(
  context: Pick<Context, "status" | "now" | "error">,
  ask: (listener: { onProgress(done: number, all: number): void; onNotice(text: string): void }) => Promise<T>,
): Promise<T> {
  return withProgress(context, "Reading the ledgers", (onProgress) =>
    ask({ onProgress, onNotice: (text) => context.error(visible(text)) }),
  );
}

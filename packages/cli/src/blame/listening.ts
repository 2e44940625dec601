import type { Context } from "../io.ts";
import { progress } from "../text/progress.ts";
import { visible } from "../text/visible.ts";

/** Shows how reading the ledgers goes, where it takes longer than a moment, and passes on what a person should know. */
export async function listening<T>(
  context: Pick<Context, "status" | "now" | "error">,
  ask: (listener: { onProgress(done: number, all: number): void; onNotice(text: string): void }) => Promise<T>,
): Promise<T> {
  const bar = progress(context, "Reading the ledgers");
  try {
    return await ask({ onProgress: bar.update, onNotice: (text) => context.error(visible(text)) });
  } finally {
    bar.done();
  }
}

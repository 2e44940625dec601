import type { Io } from "../io.ts";

/** What a long command says while it works. */
export interface Progress {
  update(done: number, all: number): void;
  /** Takes the line away. */
  done(): void;
}

/** Nothing is shown of what is over as soon as this. */
const quietMs = 700;
/** A line that changes faster than this is only flicker. */
const betweenMs = 100;
const width = 24;

/** A bar on the terminal for what takes longer than a moment; nothing where nobody is looking. */
export function progress({ status, now }: Pick<Io, "status" | "now">, label: string): Progress {
  const began = Date.parse(now());
  let last = began;
  let isShown = false;
  return {
    update(done, all) {
      const at = Date.parse(now());
      if (at - began < quietMs || at - last < betweenMs) return;
      last = at;
      isShown = true;
      status(bar(label, done, all));
    },
    done() {
      if (isShown) status(null);
    },
  };
}

/** A bar while some work goes on, gone when it ends, however that is. */
export async function withProgress<T>(
  io: Pick<Io, "status" | "now">,
  label: string,
  work: (update: Progress["update"]) => Promise<T>,
): Promise<T> {
  const bar = progress(io, label);
  // It may take long until there is anything to count.
  const begun = setTimeout(() => bar.update(0, 1), quietMs + betweenMs);
  try {
    return await work(bar.update);
  } finally {
    clearTimeout(begun);
    bar.done();
  }
}

function bar(label: string, done: number, all: number): string {
  const share = all > 0 ? Math.min(1, Math.max(0, done / all)) : 0;
  const full = Math.round(share * width);
  return `${label} [${"#".repeat(full)}${"-".repeat(width - full)}] ${Math.floor(share * 100)} %`;
}

/** The work was cancelled or took too long. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly why: "timeout" | "abort";

  constructor(why: "timeout" | "abort") {
    super(why === "timeout" ? "took too long" : "was cancelled");
    this.why = why;
  }
}

/** Waits for `work`, but not past its time-out and not past a cancellation. */
export async function within<T>(
  work: () => Promise<T> | T,
  timeoutMs: number | undefined,
  signal: AbortSignal,
): Promise<T> {
  if (signal.aborted) throw new Interrupted("abort");
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const interruption = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Interrupted("abort"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (timeoutMs !== undefined) timer = setTimeout(() => reject(new Interrupted("timeout")), timeoutMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), interruption]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}

const lookMs = 20;

/** How many megabytes more than before a run took at its height, and how many it took in all. */
export async function peakMemory(run: () => Promise<void>): Promise<{ growth: number; peak: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const timer = setInterval(look, lookMs);
  try {
    await run();
  } finally {
    clearInterval(timer);
    look();
  }
  return { growth: (most - before) / 1e6, peak: most / 1e6 };
}

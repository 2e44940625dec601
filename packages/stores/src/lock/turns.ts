const tails = new Map<string, Promise<void>>();

/** Runs one after the other what this process does under one name; `null` when the turn did not come in time. */
export async function inTurn<T>(name: string, waitMs: number, run: () => Promise<T>): Promise<{ value: T } | null> {
  let done = (): void => {};
  const mine = new Promise<void>((resolve) => {
    done = resolve;
  });
  const before = tails.get(name);
  const tail = (before ?? Promise.resolve()).then(() => mine);
  tails.set(name, tail);
  try {
    const isOurs = before === undefined || (await isOverWithin(before, waitMs));
    return isOurs ? { value: await run() } : null;
  } finally {
    done();
    if (tails.get(name) === tail) tails.delete(name);
  }
}

async function isOverWithin(before: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  try {
    return await Promise.race([before.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

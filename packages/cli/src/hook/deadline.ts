/** A moment by which an answer is due. */
export interface Deadline {
  /** Resolves when it has passed, and never once it was ended. */
  readonly passed: Promise<void>;
  end(): void;
}

/**
 * Starts one. The timer is set once something really waits: most decisions are made in one go, and setting up Node's
 * timers takes longer than a policy does.
 */
export function startDeadline(ms: number): Deadline {
  // Not `performance.now`: Node loads what that needs when it is first asked for.
  const due = process.uptime() * 1000 + ms;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const passed = new Promise<void>((resolve) => {
    const wait = () => {
      if (!isOver) timer = setTimeout(resolve, Math.max(0, due - process.uptime() * 1000));
    };
    // Ticks come when no promise is left to go on with.
    void Promise.resolve().then(() => process.nextTick(wait));
  });
  return {
    passed,
    end() {
      isOver = true;
      if (timer !== undefined) clearTimeout(timer);
    },
  };
}

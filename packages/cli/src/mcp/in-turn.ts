/** Runs one thing after the other, in the order they came: what a model sends in one breath counts in that order. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  /** When everything that was begun has ended. */
  async settled(): Promise<void> {
    await this.#last;
  }
}

/** One thing for another, both ways: two never become one, and one never two. */
export class Pairs<K> {
  readonly #there = new Map<K, K>();
  readonly #back = new Map<K, K>();
  readonly #added: K[] = [];

  /** Whether the two belong together; they do from now on where nothing else was known. */
  pair(one: K, other: K): boolean {
    if (this.#there.has(one) || this.#back.has(other)) return this.#there.get(one) === other;
    this.#there.set(one, other);
    this.#back.set(other, one);
    this.#added.push(one);
    return true;
  }

  /** Forgets, when called, what was paired since. */
  mark(): () => void {
    const count = this.#added.length;
    return () => {
      for (const one of this.#added.splice(count)) {
        const other = this.#there.get(one);
        if (other !== undefined) this.#back.delete(other);
        this.#there.delete(one);
      }
    };
  }

  changed(): [K, K][] {
    return [...this.#there].filter(([one, other]) => one !== other);
  }
}

import type { EventLayer, Told } from "@writ/contracts";

/** A repository's hooks, whose words are kept until an answer can carry them. */
export interface Overheard {
  readonly layer: EventLayer;
  /** What was said since it was last asked. */
  take(): Told[];
}

/** Listens in on hooks: the server has nowhere else to show what they say than the answer of the call. */
export function overhear(layer: EventLayer): Overheard {
  let kept: Told[] = [];
  return {
    layer: {
      listens: (event) => layer.listens(event),
      guarded: () => layer.guarded(),
      close: () => layer.close(),
      async hear(event, about) {
        const said = await layer.hear(event, about);
        if (said !== null) kept.push(said);
        return said;
      },
    },
    take() {
      const said = kept;
      kept = [];
      return said;
    },
  };
}

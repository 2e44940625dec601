import { fail } from "@writ/contracts";
import { createWrit, isSidecarGone, locate, openOwnLayer, toldLines, type Writ } from "@writ/runtime";
import { type Overheard, overhear } from "./overhear.ts";

/** Finds the workspace of a server, each time anew: a person may set Writ up while the server runs. */
export class Place {
  readonly #start: string;
  #opened: Writ | null = null;
  #hooks: Overheard | null = null;

  /** Takes the folder the server was started for. */
  constructor(start: string) {
    this.#start = start;
  }

  /** Throws SIDECAR_MISSING where there is none; a workspace that was governed once stays it, also without its sidecar. */
  async open(): Promise<Writ> {
    if (this.#opened !== null) {
      if (isSidecarGone(this.#opened.root)) throw fail("SIDECAR_MISSING", { root: this.#opened.root });
      return this.#opened;
    }
    const { root, top } = await locate(this.#start);
    if (root === null || isSidecarGone(root)) throw fail("SIDECAR_MISSING", { root: root ?? top ?? this.#start });
    const events = await openOwnLayer(root);
    this.#hooks = events === null ? null : overhear(events);
    this.#opened = await createWrit(root, this.#hooks === null ? {} : { events: this.#hooks.layer });
    return this.#opened;
  }

  /** What the repository's hooks have said since this was last asked, as text for the model. */
  takeTold(): string[] {
    return (this.#hooks?.take() ?? []).flatMap((said) => toldLines(said));
  }

  /** The workspace, if a call has opened it. */
  get opened(): Writ | null {
    return this.#opened;
  }
}

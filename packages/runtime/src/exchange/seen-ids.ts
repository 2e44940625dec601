import { randomBytes } from "node:crypto";
import { crypto } from "@writ/stores";

/** What became of an id: new, there before with the same content, or there before with another. */
type Met = "new" | "same" | "other";

/** The ids that were met, each with its content: sixteen bytes an id, so that a million of them are no burden. */
export interface SeenIds {
  /** `content` is left out where it cannot be compared; then the same id counts as the same record. */
  meet(id: string, content?: string): Met;
  has(id: string): boolean;
}

const nothing = 0n;

/** An empty set. Ids are kept as salted digests, so that nobody can make two that look alike. */
export function openSeenIds(): SeenIds {
  const salt = randomBytes(16).toString("hex");
  let keys = new BigUint64Array(1024);
  let contents = new BigUint64Array(1024);
  let size = 0;

  const digest = (text: string): bigint =>
    crypto().createHash("sha256").update(salt).update(text).digest().readBigUInt64LE() || 1n;

  const place = (table: BigUint64Array, key: bigint): number => {
    let at = Number(key % BigInt(table.length));
    while (table[at] !== nothing && table[at] !== key) at = (at + 1) % table.length;
    return at;
  };

  const grow = (): void => {
    const [oldKeys, oldContents] = [keys, contents];
    keys = new BigUint64Array(oldKeys.length * 2);
    contents = new BigUint64Array(keys.length);
    for (const [from, key] of oldKeys.entries()) {
      if (key === nothing) continue;
      const at = place(keys, key);
      keys[at] = key;
      contents[at] = oldContents[from] ?? nothing;
    }
  };

  return {
    has(id) {
      const key = digest(id);
      return keys[place(keys, key)] === key;
    },
    meet(id, content) {
      const key = digest(id);
      const said = content === undefined ? nothing : digest(content);
      const at = place(keys, key);
      if (keys[at] === key) {
        const before = contents[at] ?? nothing;
        return said === nothing || before === nothing || before === said ? "same" : "other";
      }
      keys[at] = key;
      contents[at] = said;
      size += 1;
      if (size * 2 > keys.length) grow();
      return "new";
    },
  };
}

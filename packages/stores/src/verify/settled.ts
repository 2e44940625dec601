import type { ChainGap, DecisionRecord } from "@writ/contracts";
import { parseJson } from "../ledger/json-text.ts";
import { lineDigest, textOf } from "../ledger/line.ts";
import type { Line } from "../ledger/lines.ts";
import { chainDigest } from "../ledger/tombstone.ts";
import { isObject, listOf } from "../ledger/values.ts";
import type { NotedHead } from "./anchors.ts";
import type { Finding } from "./finding.ts";

/** What people settled: the lines they erased, and the losses they know of. It is read along with everything else. */
export interface Settled {
  /** Takes in a line that may be a record of such a decision. */
  hear(line: Buffer): void;
  /** Whether a record says that this tombstone was put there. */
  isErased(stone: Stone): boolean;
  /** Whether a record says that this is known. */
  isKnown(finding: Finding): boolean;
  /** Where records say that the chains were anchored. */
  anchored(): string[];
}

/** A tombstone that was met, by the hash it keeps and its own. */
export interface Stone {
  key: string;
  line: number;
}

/** Where `decision` stands in a record's line, behind an id and a time. */
const lookedAt = 200;
const word = /"decision":"(erased|repaired|anchored)"/;

/** Whether a line may tell of something settled; nearly none does. */
export function maySettle(line: Buffer): boolean {
  return word.test(line.toString("latin1", 0, lookedAt));
}

/** Half of each hash will do: both would have to be met. */
const keyOf = (was: string, stone: string): string => was.slice(0, 32) + stone.slice(0, 32);
const gapKey = ({ writer, after, next, hash }: ChainGap): string => `${writer} ${after} ${next} ${hash}`;
const headKey = ({ writer, seq, hash }: NotedHead): string => `${writer} ${seq} ${hash}`;
const digits = (hash: unknown): string => String(hash).replace(/^sha256:/, "");

/** What a tombstone is known by. */
export function toStone({ bytes, line }: Line): Stone {
  return { key: keyOf(chainDigest(bytes), lineDigest(bytes)), line };
}

/** Nothing heard yet. */
export function openSettled(): Settled {
  const erased = new Set<string>();
  const known = new Set<string>();
  const anchored: string[] = [];
  return {
    hear(line) {
      const value = parseJson(textOf(line));
      if (!isObject(value)) return;
      const { decision, repaired } = value;
      if (decision === "erased") {
        for (const pair of listOf(value.erased)) {
          const [was, stone] = listOf(pair);
          erased.add(keyOf(digits(was), digits(stone)));
        }
      } else if (decision === "repaired" && isObject(repaired)) {
        const { gaps, anchors } = repaired as Partial<NonNullable<DecisionRecord["repaired"]>>;
        for (const gap of listOf(gaps).filter(isObject)) known.add(gapKey(gap as unknown as ChainGap));
        for (const head of listOf(anchors).filter(isObject)) known.add(headKey(head as unknown as NotedHead));
      } else if (decision === "anchored" && typeof value.reason === "string") {
        anchored.push(value.reason);
      }
    },
    anchored: () => anchored,
    isErased: ({ key }) => erased.has(key),
    isKnown: ({ gap, anchor }) =>
      (gap !== undefined && known.has(gapKey(gap))) || (anchor !== undefined && known.has(headKey(anchor))),
  };
}

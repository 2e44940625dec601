import type { ChainGap, DecisionRecord } from "@writ/contracts";
import { parseLine } from "../ledger/json-text.ts";
import { lineDigest, textOf } from "../ledger/line.ts";
import type { Line } from "../ledger/lines.ts";
import { chainDigest } from "../ledger/tombstone.ts";
import { isObject, listOf } from "../ledger/values.ts";
import type { NotedHead } from "./anchors.ts";
import type { Finding } from "./finding.ts";

/** What people settled: the lines they erased, and the losses they know of. It is read along with everything else. */
export interface Settled {
  /** Takes in a line that may be a record of such a decision. */
  hear(line: Buffer, by: Place): void;
  /** Takes in that an anchor fits: everything that chain says up to it was there when somebody noted it. */
  met(at: Place): void;
  /** Who is on record to have put this tombstone there; `null` for nobody. */
  erasedBy(stone: Stone): Eraser | null;
  /** Whether a finding is known. */
  stateOf(finding: Finding): FindingState;
  /** Where records say that the chains were anchored. */
  anchored(): string[];
}

/** Where a record stands: in whose chain, in which file, as which of its records. */
interface Place {
  file: string;
  writer: string;
  seq: number;
}

/**
 * `open`: nobody is on record to know of it. `waiting`: somebody is, by a record that whoever made the damage could have
 * written too; it counts once it is anchored itself. `known`: it is settled.
 */
type FindingState = "open" | "waiting" | "known";

/** A tombstone that was met, by the hash it keeps and its own. */
export interface Stone {
  key: string;
  line: number;
  writer: string;
  /** It names no file, as that of a decision does. */
  isBare: boolean;
}

/** Who erased something, as the record of it says. */
interface Eraser {
  /** The chain that record is in. */
  writer: string;
  /** Who decided it and how sure that is. */
  who: string;
  /** This working copy's own live ledger says that it erased what it wrote, or an anchor covers the record. */
  isVouched: boolean;
}

/** Where `decision` stands in a record's line, behind an id and a time. */
const lookedAt = 200;
const word = /"decision":"(erased|repaired|anchored)"/;

/** Where a change says so, that it is one: behind an id and a time of the usual lengths. */
const vcsAt = '{"id":"00000000-0000-0000-0000-000000000000","timestamp":"2026-01-01T00:00:00.000Z","'.length;
const [v, c, s] = Buffer.from("vcs");

/** Whether a line may tell of something settled; nearly none does. */
export function maySettle(line: Buffer): boolean {
  const isChange = line[vcsAt] === v && line[vcsAt + 1] === c && line[vcsAt + 2] === s;
  return !isChange && word.test(line.toString("latin1", 0, lookedAt));
}

/** Half of each hash will do: both would have to be met. */
const keyOf = (was: string, stone: string): string => was.slice(0, 32) + stone.slice(0, 32);
const gapKey = ({ writer, after, next, hash }: ChainGap): string => `gap ${writer} ${after} ${next} ${hash}`;
const headKey = ({ writer, seq, hash }: NotedHead): string => `head ${writer} ${seq} ${hash}`;
const fileKey = (name: string, content: string): string => `file ${name} ${content}`;
const digits = (hash: unknown): string => String(hash).replace(/^sha256:/, "");

/** What a tombstone is known by. */
export function toStone({ bytes, line }: Line, writer: string): Stone {
  return { key: keyOf(chainDigest(bytes), lineDigest(bytes)), line, writer, isBare: !bytes.includes('"files":{"') };
}

/**
 * Nothing heard yet. `own` is this working copy's live ledger of decisions, if there is one: what a published file says
 * in a writer's name anybody may have written there.
 */
export function openSettled(own?: string): Settled {
  const erased = new Map<string, (Place & { who: string })[]>();
  const known = new Map<string, Place[]>();
  const anchored: string[] = [];
  const noted = new Map<string, number>();
  const chainOf = ({ file, writer }: Place): string => `${writer} ${file}`;
  const isCovered = (place: Place): boolean => (noted.get(chainOf(place)) ?? 0) >= place.seq;
  const isOwn = (place: Place, writer: string | null): boolean => place.file === own && place.writer === writer;
  const add = <T>(to: Map<string, T[]>, key: string, one: T): void => void to.set(key, [...(to.get(key) ?? []), one]);

  const stateOf = (key: string, writer: string | null): FindingState => {
    const places = known.get(key) ?? [];
    if (places.length === 0) return "open";
    return places.some((place) => isOwn(place, writer) || isCovered(place)) ? "known" : "waiting";
  };

  return {
    hear(line, { file, writer, seq }) {
      const value = parseLine(textOf(line));
      if (!isObject(value)) return;
      const { decision, repaired } = value;
      const place = { file, writer, seq };
      if (decision === "erased") {
        const who = `${textIn(value.by) ?? "nobody"}, ${textIn(value.assurance) ?? "unsure"}`;
        for (const pair of listOf(value.erased)) {
          const [was, stone] = listOf(pair);
          add(erased, keyOf(digits(was), digits(stone)), { ...place, who });
        }
      } else if (decision === "repaired" && isObject(repaired)) {
        const { file: of, gaps, anchors, content } = repaired as Partial<NonNullable<DecisionRecord["repaired"]>>;
        if (typeof of === "string" && typeof content === "string")
          add(known, fileKey(of.split("/").at(-1) ?? "", content), place);
        for (const gap of listOf(gaps).filter(isObject)) add(known, gapKey(gap as unknown as ChainGap), place);
        for (const head of listOf(anchors).filter(isObject)) add(known, headKey(head as unknown as NotedHead), place);
      } else if (decision === "anchored" && typeof value.reason === "string") {
        anchored.push(value.reason);
      }
    },
    met(at) {
      noted.set(chainOf(at), Math.max(at.seq, noted.get(chainOf(at)) ?? 0));
    },
    anchored: () => anchored,
    erasedBy({ key, writer }) {
      const erasers = (erased.get(key) ?? []).map((one) => ({
        writer: one.writer,
        who: one.who,
        isVouched: isOwn(one, writer) || isCovered(one),
      }));
      return erasers.find(({ isVouched }) => isVouched) ?? erasers[0] ?? null;
    },
    // A copy may say what its own chain lacks. What was noted elsewhere it cannot take back by itself.
    stateOf({ gap, anchor, misnamed }) {
      if (gap !== undefined) return stateOf(gapKey(gap), gap.writer);
      if (misnamed !== undefined) return stateOf(fileKey(misnamed.file, misnamed.content), misnamed.writer);
      return anchor === undefined ? "open" : stateOf(headKey(anchor), null);
    },
  };
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value.slice(0, 40) : undefined);

import type { ContentHash } from "@writ/contracts";
import { type Link, toContentHash } from "../ledger/line.ts";
import type { Report } from "./finding.ts";
import type { Newest } from "./judge.ts";

/** The newest line of a writer in a file. Kept elsewhere (a note, a tag, another machine) it is an anchor. */
export interface ChainHead {
  file: string;
  writer: string;
  seq: number;
  hash: ContentHash;
}

/** A line of a chain that was noted elsewhere. */
export interface NotedHead extends Omit<ChainHead, "file"> {
  /** Where and when it was noted, in words. */
  where?: string;
  /** The commit it was noted at: what was in a tracked file then, git can give back from there. */
  commit?: string;
  /** Another working copy's chain, which need not be here: at all, or as far as this. */
  elsewhere?: "absent" | "behind";
}

/** Who hears what of the anchors. */
export interface AnchorHearers {
  /** Every noted line that is not there: which of them are known nobody can tell before everything was read. */
  lost: Report;
  /** A noted line that is there: everything up to it is as it was when it was noted. */
  met(writer: string, seq: number): void;
}

/** Compares a chain with what was noted of it. */
export interface AnchorCheck {
  check(link: Link, digest: string, line: number): void;
  /** After the last line; gives how many of the heads are not in this copy, and need not be. */
  end(newest: ReadonlyMap<string, Newest>): number;
}

/** Nothing was noted. */
export const noAnchors: AnchorCheck = { check() {}, end: () => 0 };

/** Checks one file. */
export function anchorCheck({ lost, met }: AnchorHearers, anchors: readonly NotedHead[]): AnchorCheck {
  if (anchors.length === 0) return noAnchors;
  const unmet = new Map<string, Map<number, NotedHead[]>>();
  for (const anchor of anchors) {
    const ofWriter = unmet.get(anchor.writer) ?? new Map<number, NotedHead[]>();
    const same = ofWriter.get(anchor.seq) ?? [];
    if (same.every(({ hash }) => hash !== anchor.hash)) same.push(anchor);
    unmet.set(anchor.writer, ofWriter.set(anchor.seq, same));
  }
  return {
    check({ writer, seq }, digest, line) {
      const ofWriter = unmet.get(writer);
      const noted = ofWriter?.get(seq);
      if (noted === undefined) return;
      ofWriter?.delete(seq);
      for (const anchor of noted) {
        if (anchor.hash === toContentHash(digest)) {
          met(writer, seq);
          continue;
        }
        const reason = `record ${seq} of ${writer} is not the one that was anchored${said(anchor)}: the chain was made anew`;
        lost({ line, reason, remedy: "known", anchor });
      }
    },
    end(newest) {
      let elsewhere = 0;
      for (const [writer, heads] of unmet) {
        const there = newest.get(writer);
        const missing = [...heads.values()].flat().sort((one, other) => other.seq - one.seq);
        for (const anchor of missing) {
          const isCut = anchor.seq > (there?.seq ?? 0);
          const isElsewhere = anchor.elsewhere === "behind" || (anchor.elsewhere === "absent" && there === undefined);
          if (isElsewhere && isCut) elsewhere += 1;
          if (isElsewhere) continue;
          const how = isCut ? "missing after this line: the end was cut off" : "missing: it was taken out";
          const reason = `record ${anchor.seq} of ${writer} was anchored${said(anchor)} and is ${how}`;
          lost({ line: there?.line ?? 0, reason, remedy: "known", anchor });
        }
      }
      return elsewhere;
    },
  };
}

const said = ({ where }: NotedHead): string => (where === undefined ? "" : ` (${where})`);

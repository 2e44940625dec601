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
  /** Another working copy's chain, which need not be here: at all, or as far as this. */
  elsewhere?: "absent" | "behind";
}

/** Compares a chain with what was noted of it. */
export interface AnchorCheck {
  check(link: Link, digest: string, line: number): void;
  /** After the last line; gives how many of the heads are not in this copy, and need not be. */
  end(newest: ReadonlyMap<string, Newest>): number;
}

const none: AnchorCheck = { check() {}, end: () => 0 };

/** Checks one file. Of many anchors that tell the same, one is reported: a chain that was made anew fits none of them. */
export function anchorCheck(report: Report, anchors: readonly NotedHead[]): AnchorCheck {
  if (anchors.length === 0) return none;
  const unmet = new Map<string, Map<number, NotedHead[]>>();
  const told = new Set<string>();
  for (const anchor of anchors) {
    const ofWriter = unmet.get(anchor.writer) ?? new Map<number, NotedHead[]>();
    unmet.set(anchor.writer, ofWriter.set(anchor.seq, [...(ofWriter.get(anchor.seq) ?? []), anchor]));
  }
  return {
    check({ writer, seq }, digest, line) {
      const ofWriter = unmet.get(writer);
      const met = ofWriter?.get(seq);
      if (met === undefined) return;
      ofWriter?.delete(seq);
      const wrong = met.find(({ hash }) => hash !== toContentHash(digest));
      if (wrong === undefined || told.has(writer)) return;
      told.add(writer);
      const reason = `record ${seq} of ${writer} is not the one that was anchored${said(wrong)}: the chain was made anew`;
      report({ line, reason, remedy: "known", anchor: wrong });
    },
    end(newest) {
      let elsewhere = 0;
      for (const [writer, heads] of unmet) {
        const there = newest.get(writer);
        // What is missing between two lines is a gap, which is told as such.
        const cut = [...heads.values()].flat().filter(({ seq }) => seq > (there?.seq ?? 0));
        const isElsewhere = ({ elsewhere: how }: NotedHead) =>
          how === "behind" || (how === "absent" && there === undefined);
        const last = cut.filter((head) => !isElsewhere(head)).sort((one, other) => other.seq - one.seq)[0];
        if (last === undefined) elsewhere += cut.length;
        if (last === undefined || told.has(writer)) continue;
        const reason = `record ${last.seq} of ${writer} was anchored${said(last)} and is missing after this line: the end was cut off`;
        report({ line: there?.line ?? 0, reason, remedy: "known", anchor: last });
      }
      return elsewhere;
    },
  };
}

const said = ({ where }: NotedHead): string => (where === undefined ? "" : ` (${where})`);

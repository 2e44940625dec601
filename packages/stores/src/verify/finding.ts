import type { ChainGap, ContentHash } from "@writ/contracts";
import type { NotedHead } from "./anchors.ts";

/** Something that is wrong with a ledger file, and what can be done about it. */
export interface Finding {
  line: number;
  reason: string;
  /**
   * `aside`: the line is damaged, or does not belong there, and can be set aside. `choose`: lines do not fit each other,
   * and which of them go is told by what vouches for each. `known`: something is missing, and all that can be done is to
   * write down that a person knows.
   */
  remedy: "aside" | "choose" | "known";
  /** What is missing of a chain. */
  gap?: ChainGap;
  /** The noted head that is not there. */
  anchor?: NotedHead;
  /** The file whose name does not fit, without its folder, whose it is, and the hash of what it holds. */
  misnamed?: { file: string; writer: string; content: ContentHash };
}

/** Hears of what is wrong. */
export type Report = (finding: Finding) => void;

import type { UndoFile } from "@writ/contracts";

/** Why nobody knows that a change is of the time of its call. */
export const doubts = {
  notRun: "nobody saw whether it ran",
  noEnd: "nobody saw when it ended",
  noBeginning: "nobody saw when it began",
  asked: "its person was asked first",
  otherTime: "it was not written while the command ran",
} as const;

const unsure: ReadonlySet<string> = new Set(Object.values(doubts));

/** Whether a person may have made a change just as well. That an editor was open, say, is no such reason. */
export const isUnsure = ({ concurrent }: Pick<UndoFile, "concurrent">): boolean =>
  concurrent !== undefined && unsure.has(concurrent);

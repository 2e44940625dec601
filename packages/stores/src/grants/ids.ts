import { toShortId } from "../short-id.ts";

/** The id a person meant: any case, with or without `G-`, O for 0, I and L for 1. `null` when it is none. */
export const toGrantId = (typed: string): string | null => toShortId("G", typed);

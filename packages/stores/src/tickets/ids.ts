import { newShortId, toShortId } from "../short-id.ts";

/** A new id, `T-` and six characters. */
export const newTicketId = (): string => newShortId("T");

/** The id a person meant: any case, with or without `T-`, O for 0, I and L for 1. `null` when it is none. */
export const toTicketId = (typed: string): string | null => toShortId("T", typed);

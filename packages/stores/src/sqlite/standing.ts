import type { Said } from "../publish/said.ts";
import type { Place } from "./read-back.ts";

/** Where a record stands, and what it says there: only what says the same under the same id is a copy of it. */
export interface Standing extends Place, Said {}

/** `isSame` for a row of `records` and one of `copies`. */
export const sameInSql =
  "r.id = c.id AND r.kind = c.kind AND r.places = c.places AND (r.names = c.names OR r.names = 0 OR c.names = 0)";

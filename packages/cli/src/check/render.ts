import type { CheckReport } from "@writ/contracts";
import type { Paint } from "../text/paint.ts";

/** What a report is drawn with. */
export interface Drawing {
  paint: Paint;
  /** The workspace seen from the top of the repository, with a slash at its end; empty when they are the same. */
  prefix: string;
  version: string;
}

/** A report as text. Everything in it may have been chosen by whoever made the change. */
export type Render = (report: CheckReport, drawing: Drawing) => string;

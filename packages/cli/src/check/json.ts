import type { Render } from "./render.ts";

/** The whole report, for programs. */
export const toJson: Render = (report) => JSON.stringify(report, null, 2);

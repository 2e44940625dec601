import type { Step } from "@writ/contracts";
import { map } from "../steps/map.ts";
import { memory } from "../steps/memory.ts";
import { trace } from "../steps/trace.ts";

/** What is written down once it has run. */
export const after: readonly Step[] = [trace, map, memory];

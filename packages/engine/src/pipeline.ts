import type { Policy, Step } from "@writ/contracts";
import { approval } from "./policies/approval.ts";
import { gate } from "./policies/gate.ts";
import { lock } from "./policies/lock.ts";
import { scope } from "./policies/scope.ts";
import { map } from "./steps/map.ts";
import { memory } from "./steps/memory.ts";
import { trace } from "./steps/trace.ts";

/** What must hold before a tool runs. The first refusal is the one reported. */
export const before: readonly Policy[] = [gate, scope, lock, approval];
/** What is written down once it has run. */
export const after: readonly Step[] = [trace, map, memory];

import type { Adapter } from "@writ/contracts";
import { claudeLike } from "../claude-dialect/index.ts";
import type { ContextLimits } from "../reply.ts";

/** No limit is known; this is the smallest of its relatives without one of their own. */
const most = 50_000;
const contextLimits: ContextLimits = { "session.start": most, "prompt.submit": most, "tool.after": most };

/** Factory Droid: no call ids, no event for failures, and what it is asked to ask it simply does. */
export const droid: Adapter = claudeLike({ agent: "droid", contextLimits, knowsAllow: true });

export { kindOf } from "./contributor.ts";
export { fitsContent } from "./fits-content.ts";
export { fromAgentTrace, type Read } from "./from-agent-trace.ts";
export { fromForeign } from "./from-foreign.ts";
export { toUuid } from "./ids.ts";
export { makerOf } from "./maker-of.ts";
export type { Means } from "./means.ts";
export { type Content, placeClaim } from "./place-claim.ts";
export { toAgentTrace } from "./to-agent-trace.ts";

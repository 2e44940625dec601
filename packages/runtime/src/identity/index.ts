export { linkedGuards } from "./guards.ts";
export { type IdentityOptions, identify } from "./identify.ts";
export { scratchFolders } from "./scratch.ts";

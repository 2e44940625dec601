export { lintAbilities } from "./lint.ts";
export { type AbilitySources, readAbilities, readAbilitySources } from "./read.ts";
export { suggestAbilities } from "./suggest.ts";
export { readUsage } from "./usage.ts";

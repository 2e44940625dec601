export { type Find, lintAbilities } from "./lint.ts";
export { parseAbilityFile } from "./parse-file.ts";

import { finders } from "./find.ts";
import { foreignShells } from "./foreign-shells.ts";
import { interpreters } from "./interpreters.ts";
import { passers } from "./passing.ts";
import { privilegedWrappers } from "./privileged.ts";
import type { Entry } from "./rule.ts";
import { shells } from "./shells.ts";
import { streamEditors } from "./stream-editors.ts";
import { terminals } from "./terminals.ts";

/** Programs that run another program, a script or a text of their own. */
export const wrappers: readonly Entry[] = [
  ...passers,
  ...privilegedWrappers,
  ...shells,
  ...foreignShells,
  ...terminals,
  ...finders,
  ...streamEditors,
  ...interpreters,
];

import { interpreters } from "../code/interpreters.ts";
import { streamEditors } from "../code/stream-editors.ts";
import type { Entry } from "../judging/rule.ts";
import { finders } from "./find.ts";
import { foreignShells } from "./foreign-shells.ts";
import { passers } from "./passing.ts";
import { privilegedWrappers } from "./privileged.ts";
import { repeaters } from "./repeaters.ts";
import { shells } from "./shells.ts";
import { terminals } from "./terminals.ts";

/** Programs that run another program, a script or a text of their own. */
export const wrappers: readonly Entry[] = [
  ...passers,
  ...privilegedWrappers,
  ...shells,
  ...foreignShells,
  ...terminals,
  ...repeaters,
  ...finders,
  ...streamEditors,
  ...interpreters,
];

import { words } from "./make.ts";
import { nodeTools } from "./node-tools.ts";
import { otherTools } from "./other-tools.ts";
import { pythonTools } from "./python-tools.ts";

/** Tools a repository brings along, which `npx`, `uv run`, `bundle exec` and the like start by their name. */
const names = new Set([nodeTools, pythonTools, otherTools].flatMap(({ programs }) => words(programs)));

/** Whether a tool of this name is known, wherever the repository keeps it. */
export const isOwnTool = (name: string): boolean => names.has(name);

import { words } from "../judging/make.ts";
import { nodeTools } from "./node-tools.ts";
import { otherTools } from "./other-tools.ts";
import { pythonTools } from "./python-tools.ts";

/** Tools a repository brings along, which `npx`, `uv run`, `bundle exec` and the like start by their name. */
const names = new Set([nodeTools, pythonTools, otherTools].flatMap(({ programs }) => words(programs)));

/** What npm has under these names are those tools; under the other names it has what anybody put there. */
const published = new Set([
  ...words(nodeTools.programs),
  "pyright",
  "basedpyright",
  "markdown-link-check",
  "cross-env",
]);

/** Whether `npx` and the like fetch the tool of this name when the repository has none. */
export const isPublishedTool = (name: string): boolean => published.has(name);

/** Whether a tool of this name is known, wherever the repository keeps it. */
export const isOwnTool = (name: string): boolean => names.has(name);

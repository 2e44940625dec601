import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { connections, findConnected } from "../agents.ts";
import type { Io } from "../io.ts";
import { type Check, ok, warning } from "./finding.ts";

/** An agent asks Writ, and finds it. */
export const agent: Check = async (root, context) => {
  const connected = await findConnected(root, context.home);
  const titles = Object.values(connections).map(({ title }) => title);
  const asked =
    connected.length === 0
      ? warning(
          "agent",
          `No settings of ${titles.join(", ")} call writ hook, so no agent of that kind is checked here.`,
          "Connect it with the lines shown by: writ hook --help",
        )
      : ok("agent", connected.map(({ agent, file }) => `${connections[agent]?.title} asks, by ${file}`).join("; "));
  if (isOnPath(context)) return [asked];
  return [
    asked,
    warning(
      "path",
      "writ is not on the PATH. Agents let a call pass whose hook is not found.",
      "Install it for all (npm install --global, npm link), or write its whole path into the agent's settings.",
    ),
  ];
};

/** Whether a shell would find `writ`. */
function isOnPath({ env, platform }: Pick<Io, "env" | "platform">): boolean {
  const names = platform === "win32" ? ["writ.cmd", "writ.exe", "writ"] : ["writ"];
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))));
}

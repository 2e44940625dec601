import { foldName } from "./fold.ts";
import { agents, isUnknownAgents } from "./roles/agents.ts";
import { buildServers } from "./roles/build-servers.ts";
import { builds } from "./roles/builds.ts";
import { credentials } from "./roles/credentials.ts";
import { environments } from "./roles/environments.ts";
import { roleTest } from "./roles/role.ts";
import { startupFiles } from "./roles/startup-files.ts";
import { toolchains } from "./roles/toolchains.ts";

/**
 * Files whose content runs by itself or tells agents what to do. Configuration that only the project's own code runs
 * (vite, jest, tsconfig) is not among them: tests and sources reach as far without a question. Lock files are not
 * either: they follow their manifest.
 */
const tests = [buildServers, builds, toolchains, environments, credentials, startupFiles, agents].map(roleTest);

/** `Fooofile`: some tool runs it by this name. */
const isToolFile = (name: string): boolean =>
  /^(?!(?:Pro|Log|Lock|Test|Out|Pid|Tmp|Temp)file)[A-Z][a-z]+file$/.test(name);

/** Whether a user should see a change of this workspace-relative path, whatever the scope says. */
export function isSensitive(path: string): boolean {
  const spelled = path.split("/");
  const folded = spelled.map(foldName);
  return tests.some((test) => test(spelled, folded)) || isToolFile(spelled.at(-1) ?? "") || isUnknownAgents(folded);
}

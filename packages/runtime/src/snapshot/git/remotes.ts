import { join } from "node:path";
import { gitFolders } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import { type GitEntry, parseGitConfig } from "./git-entries.ts";

const thisMachine = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[.*\])?$/i;

/** Whether an address leads to another machine: what lies on this one a command can have made. */
export function isElsewhere(given: string): boolean {
  const [, host] =
    /^(?:https?|ssh|git|ftps?):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)(?::\d*)?\//i.exec(given) ??
    // As scp has it; one letter is a drive.
    /^(?:[\w.-]+@)?([\w.-]{2,}):(?!:|\/\/)/.exec(given) ??
    [];
  return host !== undefined && !thisMachine.test(host);
}

/** No file, no settings. */
const entriesOf = (file: string): GitEntry[] => parseGitConfig(textIn(file) ?? "").entries;

/** Settings that may make an address mean another one. */
const redirects = new Set(["url", "include", "includeif"]);

/** The remotes of a repository: those on other machines, as `name address`, and all names. */
export function readRemotes(root: string): { names: string[]; elsewhere: string[] } {
  const folders = gitFolders(root);
  if (folders === null) return { names: [], elsewhere: [] };
  const { own, shared } = folders;
  const entries = [join(shared, "config"), join(own, "config.worktree")].flatMap(entriesOf);
  const addresses = new Map<string, string[]>();
  for (const { section, name, key, value } of entries)
    if (section === "remote" && key === "url") addresses.set(name, [...(addresses.get(name) ?? []), value]);
  const isPlain = !entries.some(({ section }) => redirects.has(section));
  const elsewhere = [...addresses].filter(([, given]) => isPlain && given.every(isElsewhere));
  return { names: [...addresses.keys()], elsewhere: elsewhere.map(([name, given]) => `${name} ${given.join(" ")}`) };
}

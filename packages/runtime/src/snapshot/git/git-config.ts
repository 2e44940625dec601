import { type GitEntry, parseGitConfig } from "./git-entries.ts";

/** Sections of git's config that git's everyday commands write, and that run nothing but by the keys below. */
const everyday = new Set(
  "branch remote user pull push fetch gui color advice maintenance rerere lfs gc extensions submodule".split(" "),
);
/** Keys that run something, or lead elsewhere, wherever they stand. */
const running =
  /^(?:uploadpack|receivepack|vcs|proxy.*|path|args|clean|smudge|mergeoptions|twohead|octopus|.*(?:hook|agent|command|cmd|helper|program|editor|driver).*)$/;
/** What starts like this is a program or an option, not a name or an address; `ext::` is one of many. */
const program = /^(?:!|-|[\w+.-]+::)/;

/** Which files are checked out, and how a repository is kept: git itself sets these. */
const settled = new Set([
  "core.sparsecheckout",
  "core.sparsecheckoutcone",
  "index.sparse",
  "core.repositoryformatversion",
]);
/** What git writes about a submodule when it fetches it. */
const usual = new Set(
  "filemode bare logallrefupdates worktree symlinks ignorecase precomposeunicode"
    .split(" ")
    .map((key) => `core.${key}`),
);

function matters({ section, key, value }: GitEntry, isModule: boolean): boolean {
  const whole = `${section}.${key}`;
  if (settled.has(whole) || (isModule && usual.has(whole))) return false;
  return !everyday.has(section) || running.test(key) || program.test(value);
}

/**
 * What of git's config can make git run something or look elsewhere, as text to compare: `git push -u` and
 * `git checkout -b` change the rest of it every day.
 */
export function gitConfigDigestText(text: string, isModule = false): string {
  const { entries, rest } = parseGitConfig(text);
  const counted = entries.filter((entry) => matters(entry, isModule));
  return [...counted.map(({ section, name, key, value }) => JSON.stringify([section, name, key, value])), rest]
    .filter(Boolean)
    .join("\n");
}

/** The other files a config takes in. */
export const includedIn = (text: string): string[] =>
  parseGitConfig(text)
    .entries.filter(({ section, key }) => /^include(?:if)?$/.test(section) && key === "path")
    .map(({ value }) => value);

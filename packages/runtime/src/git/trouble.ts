/** Why git did not do as it was told, and what can be done about it. */
export interface GitTrouble {
  reason: string;
  fix: string;
}

/** What git printed when it failed; of a program that could not be started, what the system said. */
export function gitTrouble(said: string): GitTrouble {
  // Outside a repository `git diff` knows only options of another use of it.
  if (/not a git repository|usage: git diff --no-index/i.test(said))
    return { reason: "git finds no repository here", fix: "Make one (git init), or go to one." };
  const lines = said
    .trim()
    .split("\n")
    .map((line) => line.trim());
  if (/\bENOENT\b/.test(said) && /\bspawn\b/.test(said))
    return { reason: "git is not there", fix: "Install git, or put it on the PATH." };
  // The name of the setting is the same in every language git speaks.
  const way = lines.find((line) => line.startsWith("git config") && line.includes("safe.directory"));
  if (way !== undefined || said.includes("safe.directory"))
    return {
      reason: lines[0] ?? "",
      fix: `The folder belongs to another user. If you trust it: ${way ?? "git config --global --add safe.directory FOLDER"}`,
    };
  const [, list] = /could not open object name list: (.*)/.exec(said) ?? [];
  if (list !== undefined)
    return {
      reason: `git is told to leave out the commits that ${list} lists, and there is no such file`,
      fix: "Make that file, or take the setting out: git config --unset blame.ignoreRevsFile (with --global where it is yours)",
    };
  // The first line often only announces what the next ones say.
  const reason = tellingLines(said).slice(0, mostQuoted).join(" ");
  return { reason: reason === "" ? "git gave no reason" : reason, fix: "Mend what git says, then repeat it." };
}

/** The lines git printed that say something; its hints are about commands nobody typed. */
export function tellingLines(said: string): string[] {
  const lines = said.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("hint:"));
}

const mostQuoted = 3;

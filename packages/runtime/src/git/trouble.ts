/** Why git did not do as it was told, and what can be done about it. */
export interface GitTrouble {
  reason: string;
  fix: string;
}

/** What git printed when it failed; of a program that could not be started, what the system said. */
export function gitTrouble(said: string): GitTrouble {
  const lines = said
    .trim()
    .split("\n")
    .map((line) => line.trim());
  if (/\bENOENT\b/.test(said) && /\bspawn\b/.test(said))
    return { reason: "git is not there", fix: "Install git, or put it on the PATH." };
  // The name of the setting is the same in every language git speaks.
  const way = lines.find((line) => line.startsWith("git config") && line.includes("safe.directory"));
  const first = lines.find((line) => /^(fatal|error):/.test(line)) ?? lines[0] ?? "";
  const reason = first === "" ? "git gave no reason" : first;
  if (way !== undefined || said.includes("safe.directory"))
    return {
      reason,
      fix: `The folder belongs to another user. If you trust it: ${way ?? "git config --global --add safe.directory FOLDER"}`,
    };
  return { reason, fix: "Mend what git says, then repeat it." };
}

import { lists } from "../judging/listing.ts";
import { risky, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";

/** What each of them lists; a word with `@` is a verb of a verb. */
const listing: Readonly<Record<string, string>> = {
  nvm: "ls list current version which",
  fnm: "ls list current",
  volta: "ls list which",
  asdf: "current list which where",
  mise: "ls list current which where",
  nodenv: "versions version",
  pyenv: "versions version which root",
  rbenv: "versions version which",
  rustup: "show which toolchain@list target@list component@list",
};

/** Programs that choose which version of a language runs. */
export const versionManagers: Family = {
  programs: "corepack nvm fnm volta n asdf mise nodenv pyenv rbenv rustup",
  entries: () => [
    ...Object.entries(listing).flatMap(([program, verbs]) =>
      words(verbs).map((verb) => lists(`${program} ${verb.replace("@", " ")}`)),
    ),
    ...several("", "corepack nvm fnm volta n asdf mise nodenv pyenv rbenv rustup", (name) =>
      risky(name, "changes which programs run", { asks: "reads" }),
    ),
  ],
};

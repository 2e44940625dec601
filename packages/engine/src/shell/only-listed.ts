import { type Finding, fold, opaque, unread } from "./finding.ts";
import { programOf } from "./judging/judge.ts";
import { type Unlisted, unlistedIn } from "./reading-list/reading-list.ts";
import type { Arg } from "./syntax/arg.ts";
import { judgeWrit } from "./wrappers/writ-command.ts";

/** The one gate: whatever was found of a command, it is only safe where the reading list has every word of it. */
export function onlyListed(words: readonly Arg[], finding: Finding): Finding {
  const [first, ...args] = words;
  if (finding.class !== "safe" || first === undefined || judgeWrit(words) !== null) return finding;
  const program = programOf(first.literal ?? "");
  const unlisted = unlistedIn(program, args);
  if (unlisted === null) return finding;
  return fold([finding, unlisted.otherwise === undefined ? unread(why(unlisted), program) : asked(unlisted, program)]);
}

const why = ({ line, word }: Unlisted): string =>
  word === null ? `${line} is not on the reading list` : `the reading list of ${line} does not have: ${told(word)}`;

const asked = ({ line, word, otherwise = "" }: Unlisted, program: string): Finding =>
  opaque(`${line} ${told(word ?? "")}: ${otherwise}`, program);

/** Reasons are told apart by semicolons, and nobody reads a long one. */
const told = (word: string): string => {
  const text = word.replaceAll(";", ",").replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

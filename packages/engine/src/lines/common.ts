/** What is written in every file of a kind: what it needs, whose it is, remarks to tools. */
const ordinary =
  /^\W*(import|from\s+\S+\s+import|export\s*[{*]|include|require|using|use\s|package|namespace|copyright|licen[sc]ed?|spdx|all rights|permission is|todo|fixme|eslint|prettier|biome|noqa|pragma|@ts-|region|endregion)\b|\brequire\(/i;

/** Words that say little: of languages, and names that everybody gives. */
const plain = new Set(
  (
    "abstract and any args array as assert async await begin bool boolean break by callback case catch char class cls " +
    "config const console constructor context continue count data def default defer del delete do done double e elif " +
    "else elsif end ensure enum err error errors esac event except exception exit export extends false fi file final " +
    "finally float fn for found func function get global go goto handle i id if impl implements in index init input " +
    "instanceof int interface is item items j k key keys kwargs lambda len length let list local log long main map " +
    "match message mod module msg mut name new next nil none not null number o obj object of ok on options or output " +
    "override param params pass path print printf println private props protected ptr pub public push raise range ref " +
    "req res response request rescue result results return returns self set short size state static str string struct " +
    "super switch sys target temp test text then this throw throws tmp to true try type typeof undefined unless unsafe " +
    "until url user val value values var void when where while with x y yield"
  ).split(" "),
);

/** Fewer characters than this, beside such words, say nothing of where a line comes from. */
const least = 2;

/** Whether everybody may have typed such a line: that it stood elsewhere does not tell that it came from there. */
export function isCommonLine(line: string): boolean {
  if (ordinary.test(line)) return true;
  const words = line.match(/[\p{L}\p{N}$]+/gu) ?? [];
  const said = words.filter((word) => !plain.has(word.toLowerCase()));
  return said.reduce((sum, word) => sum + word.length, 0) < least;
}

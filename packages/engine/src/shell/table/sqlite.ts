import { type Finding, opaque, type Scene, safe } from "../finding.ts";
import { type Arg, literals } from "../syntax/arg.ts";

const layout = /^-(header|noheader|csv|json|column|line|list|table|markdown|box)$/;
const looking = /^\.(tables|schema|indexes|databases)( \w+)?$/;
/** Functions that only reckon; others read and write files, run an editor or load code. */
const functions = new Set(
  `count sum avg min max total abs round length lower upper trim ltrim rtrim substr replace instr coalesce ifnull nullif
  iif date time datetime julianday strftime unixepoch group_concat json_extract json_array_length typeof printf format
  hex quote random in values over exists and or not as from where select distinct on using by when then else union all
  limit offset having between like glob is join`.split(/\s+/),
);

/** One question about a file that is opened to be read: no second statement, no function that does more than reckon. */
function isQuestion(text: string): boolean {
  if (looking.test(text)) return true;
  // Names in quotes, comments and a line that begins with a dot would hide what is called.
  if (!/^\s*select\b/i.test(text) || /["`[\n]|--|\/\*|;(?!\s*$)/.test(text)) return false;
  return [...text.matchAll(/([\w$]+)\s*\(/g)].every(([, name = ""]) => functions.has(name.toLowerCase()));
}

/** `sqlite3 -readonly FILE QUESTION`; without `-readonly` it may write the file, or make it. */
export function judgeSqlite(args: readonly Arg[], _scene: Scene, program: string): Finding {
  const texts = literals(args) ?? [];
  const options = texts.filter((text) => text.startsWith("-"));
  const [file = "", question = "", ...more] = texts.slice(options.length);
  const isRead =
    options.includes("-readonly") &&
    options.every((text) => text === "-readonly" || layout.test(text)) &&
    texts.slice(0, options.length).every((text) => text.startsWith("-")) &&
    /^[\w./][\w./-]*$/.test(file) &&
    more.length === 0;
  return isRead && isQuestion(question)
    ? safe
    : opaque(`what ${program} is asked may change data or run a command`, program);
}

import { localeNames, locales } from "../environment/environment-names.ts";

/** Variables that may be set for a reader, with the values that change nothing but how much or in which language it tells. */
const readerSettings: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [localeNames, locales],
  [/^TZ$/, /^[\w+/-]*$/],
  [/^(NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|CI)$/, /^\w*$/],
  [/^TERM$/, /^(dumb|xterm|xterm-256color|screen|linux|vt100)$/],
  [/^(PAGER|GIT_PAGER|MANPAGER|GH_PAGER)$/, /^(cat)?$/],
  [/^GIT_(OPTIONAL_LOCKS|TERMINAL_PROMPT)$/, /^0$/],
  [/^IFS$/, /^\s*$/],
];

/** Names that only a command line itself uses: a program may know a name in capitals from its environment. */
const ownName =
  /^(_?[a-z][a-z0-9_]*|[A-Z]|(SRC|DST|DIR|DIRS|FILE|FILES|F1|F2|ROOT|BASE|OUT|NAME|NAMES|COUNT|TOTAL|LINE|ID|PR|SHA|COMMIT|HASH|BRANCH|VERSION|TAG|REPO|URL|PORT|PID|MSG|QUERY|PATTERN|RESULT|RES|VAR|KEY|VALUE|START|END|LIMIT|N1|N2|TMP_?FILE|LOG_?FILE|SCRIPT_DIR|REPO_ROOT|PROJECT_ROOT)_?\d*)$/;

/** Programs know these in small letters too. */
const known = /^(https?|ftp|all|no|socks)_proxy$|^npm_|^(path|prompt|manpath|term|home|pager|editor)$/;

/** Whether no reader knows a variable of this name. */
export const isOwnName = (name: string): boolean => ownName.test(name) && !known.test(name);

/** Whether a reader may be handed this variable with this value. */
export const isReaderSetting = (name: string, value: string | null): boolean =>
  value !== null && readerSettings.some(([names, values]) => names.test(name) && values.test(value));

/** `NAME`, `NAME=value`: a variable that a line may set, or hand on, without being more than a reader. */
export const setsOwn = (word: string): boolean => {
  const [name = "", value = ""] = word.split(/=(.*)/s, 2);
  return isOwnName(name) || isReaderSetting(name, value);
};

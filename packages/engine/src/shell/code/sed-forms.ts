/** A pattern, and a new text, between two equal signs; a bracket that holds the sign is read differently by different seds. */
const pattern = (d: string): string => String.raw`(?:\\[^\n]|\[\^?\]?(?:\[:\w+:\]|[^\]\\[\n${d}])*\]|[^\\\n[${d}])*`;
const text = (d: string): string => String.raw`(?:\\[\s\S]|[^\\\n${d}])*`;
const substitute = ["/", "|", "#", ",", "@", "!", ":", "%", "_", "+", "~"]
  .map((d) => `s[${d}]${pattern(d)}[${d}]${text(d)}[${d}][gpIiMm0-9]*`)
  .join("|");
const transliterate = `y/${text("/")}/${text("/")}/`;
const place = String.raw`(?:\d+(?:~\d+)?|\$|\+\d+|~\d+|/${pattern("/")}/[IM]*)`;
const places = `${place}(?:,${place})? *!? *`;
const address = `(?:${places})?`;
const simple = String.raw`[pdnNDGHghxPlzF=]|[qQ]\d*|[bt](?: *\w+)?|:\w+`;
const command = String.raw`${address}(?:${simple}|${substitute}|${transliterate}) *(?:[;}\n]|$)`;
const block = String.raw`${places}\{`;
/** Between two commands, with comments. Nothing here may be read in two ways, or a long program takes forever. */
const between = String.raw`[\s;{}]*(?:#[^\n]*\n[\s;{}]*)*`;
/** Text that is put in goes on to the end of the line. */
const insert = String.raw`${address}[aic](?:\\\n|\\? *)(?:[^\n\\]|\\[\s\S])*(?:\n|$)`;
/** A file that is read: only a name that is no device. */
const read = String.raw`${address}r +[\w./-]+(?:\n|$)`;
const known = new RegExp(`^${between}(?:(?:${command}|${block}|${insert}|${read})${between})*$`);
/** Cuts the end off what follows the last sign, which every sed reads in the same way where nothing is put in. */
const cut = /^s\/[^\\\n/[]*\[\^\/\][*+]?\$?\/\/g?$/;
const longest = 2000;

/** Whether a sed program is of a form that no sed writes (`w`, `s///w`) or runs something (`e`, `s///e`) by; any other is asked about. */
export const isKnownSed = (program: string): boolean =>
  program.length <= longest && (known.test(program) || cut.test(program));

/** Words for words: there is nothing in it that a sed could read in another way. */
export const isPlainSubstitution = (program: string): boolean => /^s\/[\w .:-]*\/[\w .:-]*\/g?$/.test(program);

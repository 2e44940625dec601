/**
 * Why a file or folder that does not exist yet must not get this name: another system, or a program that
 * decodes or normalises, would read it as something else. Names already on the disk are taken as they are.
 */
export function newNameProblem(name: string): string | null {
  for (const { found, reason } of rules) if (found.test(name)) return reason;
  if (isAscii.test(name)) return null;
  for (const { found, reason } of unicodeRules()) if (found.test(name)) return reason;
  // Compatibility forms: `．．` becomes `..`, `／` becomes `/`.
  const plain = name.normalize("NFKC");
  if (/[/\\]/.test(plain) || /^\.{1,2}$/.test(plain)) return "it has look-alikes of / \\ or .";
  return null;
}

const isAscii = /^[\0-\x7F]*$/;

const rules: readonly { found: RegExp; reason: string }[] = [
  // In its folder `-o.ts` is a source. Options with values (`--use=x.sh`) are not.
  { found: /^-(?!\w[\w-]*\.\w+$)/, reason: "it starts with a dash, which programs read as an option" },
  { found: /[. ]$/, reason: "it ends with a dot or a blank, which Windows drops" },
  { found: /:/, reason: "it has a colon, which Windows reads as a stream of another file" },
  {
    found: /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d\u00B9\u00B2\u00B3]|lpt[\d\u00B9\u00B2\u00B3])(?:\s*\..*)?$/i,
    reason: "Windows has a device of that name",
  },
  { found: /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/, reason: "it looks like a short (8.3) name of another file" },
  { found: /%(?:25)*(?:2e|2f|5c|00)/i, reason: "it has percent-encoded dots or separators: write them plainly" },
];

/** What only names beyond ASCII can have. Made when needed: patterns with Unicode properties take long to set up. */
const unicodeRules = (): typeof rules => [
  // Joiners are part of words in several scripts, so beside other letters they may stay.
  {
    found: /(?!\u200C|\u200D|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u,
    reason: "it has invisible characters",
  },
  {
    found: /(?:^|[\0-\x7F])(?:\u200C|\u200D|[\uFE00-\uFE0F])|(?:\u200C|\u200D|[\uFE00-\uFE0F])(?:$|[\0-\x7F])/u,
    reason: "it has invisible characters",
  },
];

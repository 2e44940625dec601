/**
 * A name as the most forgiving file system would compare it: case, compatibility forms, invisible characters,
 * stream suffixes (`x::$DATA`) and trailing dots and blanks do not count.
 */
export function foldName(name: string): string {
  const plain = isAscii.test(name) ? name : withoutInvisible(name.normalize("NFKC"));
  // Upper case first: some letters (ı, ſ) meet their plain form only there.
  const folded = plain.toUpperCase().toLowerCase();
  return folded.replace(/(?!^):.*$/s, "").replace(/[. ]+$/, "") || folded;
}

/** Whether a name may be the short (8.3) form Windows made for another: `GIT~1` for `.git`, `CLAUDE~1` for `.claude`. */
export function mayBeShortFor(short: string, name: string): boolean {
  const parts = /^([^~]{1,6})~\d{1,6}(?:\.([^.]{0,3}))?$/.exec(foldName(short));
  if (parts === null) return false;
  const [, stem = "", extension = ""] = parts;
  const folded = foldName(name);
  const dot = folded.lastIndexOf(".");
  const long = (dot > 0 ? folded.slice(0, dot) : folded).replace(/[. ]/g, "");
  if (!(dot > 0 ? folded.slice(dot + 1) : "").startsWith(extension)) return false;
  // After a few collisions Windows keeps two letters and four digits of a checksum.
  return long.startsWith(stem) || (/^..[0-9a-f]{4}$/.test(stem) && long.startsWith(stem.slice(0, 2)));
}

const isAscii = /^[\x20-\x7E]*$/;
/** The pattern is made when it is needed: one with Unicode properties takes long to set up. */
const withoutInvisible = (name: string): string => name.replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "");

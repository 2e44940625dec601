/** Whether a shell's pattern may match a name. It may wherever shells or file systems differ. */
export function mayMatch(pattern: string, name: string): boolean {
  const text = pattern.replaceAll(/\\(.)/g, "$1").replaceAll(/\[[^\]]*\]/g, "?");
  if (!/^[\w.*?-]+$/.test(text)) return true;
  const source = text.replaceAll(".", "\\.").replaceAll("?", ".").replaceAll(/\*+/g, ".*");
  return new RegExp(`^${source}$`, "i").test(name);
}

const plain = "(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})";
const withHost = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9.-]*(?::\\d{1,4})?(?:/${plain}*)?$`);
const withoutHost = new RegExp(`^(?!https?:)[A-Za-z][A-Za-z0-9+.-]+:(?!/)${plain}+$`);
const own = "urn:writ:";

/** Whether a text is an address that every reader takes for one. What is not sure is none. */
export function isUri(text: string): boolean {
  return withHost.test(text) || withoutHost.test(text);
}

/** What a name of ours is of. */
type Named = "session" | "intent" | "related";

/** A text as an address: itself where it is one already, else a name in a space of Writ's own. */
export function toUri(named: Named, text: string): string {
  return isUri(text) && !text.startsWith(own)
    ? text
    : `${own}${named}:${encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"))}`;
}

/** The text that `toUri` made an address of. */
export function fromUri(named: Named, uri: string): string {
  const start = `${own}${named}:`;
  if (!uri.startsWith(start)) return uri;
  try {
    return decodeURIComponent(uri.slice(start.length));
  } catch {
    return uri;
  }
}

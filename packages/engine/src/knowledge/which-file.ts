/** The kinds of files knowledge routing reads by name; documents are those that routes name. */
export type KnowledgeFile = "index" | "routes";

/** What a file, named from the root, is to knowledge routing; `null` for all others. */
export function knowledgeFileOf(path: string): KnowledgeFile | null {
  if (/(^|\/)routing\.(md|ya?ml)$/i.test(path)) return "index";
  return /(^|\/)routes\/[^/.][^/]*\.[^/]+\.ya?ml$/i.test(path) ? "routes" : null;
}

/** One entry of a folder, as git keeps it. */
export interface GitEntry {
  name: string;
  isFolder: boolean;
  object: string;
}

const folderMode = "40000";
const fileMode = /^100/;

/** The folders and plain files in a tree object: mode, name and id, one behind the other. */
export function treeEntries(bytes: Buffer, idLength: number): GitEntry[] {
  const entries: GitEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space === -1 || end === -1) break;
    const mode = bytes.toString("latin1", at, space);
    const name = bytes.toString("utf8", space + 1, end);
    at = end + 1 + idLength;
    const object = bytes.toString("hex", end + 1, at);
    if (mode === folderMode || fileMode.test(mode)) entries.push({ name, isFolder: mode === folderMode, object });
  }
  return entries;
}

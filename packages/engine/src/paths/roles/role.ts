/** Names of files and folders that do the same work in different tools. All of them are folded (`foldName`). */
export interface Role {
  /** Folders, at any depth. `all`: everything in them; otherwise what the rest of the path must look like. */
  readonly folders?: Readonly<Record<string, "all" | RegExp>>;
  readonly files?: readonly string[];
  /** What follows the last dot of a file name. */
  readonly extensions?: readonly string[];
  readonly patterns?: readonly RegExp[];
  /** Of whole paths, folded. */
  readonly paths?: readonly RegExp[];
  /** File names that are ordinary words unless they are written in capitals. */
  readonly capitals?: readonly string[];
}

/** A test for the paths of a role. Takes the segments of a path as spelled, and folded. */
export function roleTest(role: Role): (spelled: readonly string[], folded: readonly string[]) => boolean {
  const { patterns = [], paths = [] } = role;
  const files = new Set(role.files);
  const extensions = new Set(role.extensions);
  const capitals = new Set(role.capitals);
  const folders = new Map(Object.entries(role.folders ?? {}));

  const isNamed = (name: string): boolean =>
    files.has(name) ||
    (name.includes(".") && extensions.has(name.slice(name.lastIndexOf(".") + 1))) ||
    patterns.some((pattern) => pattern.test(name));
  const isBelow = (folded: readonly string[]): boolean =>
    folded.some((folder, at) => {
      const rule = folders.get(folder);
      return rule !== undefined && (rule === "all" || rule.test(folded.slice(at + 1).join("/")));
    });

  return (spelled, folded) => {
    const name = folded.at(-1) ?? "";
    const own = spelled.at(-1) ?? "";
    return (
      isNamed(name) ||
      (capitals.has(name) && own === own.toUpperCase()) ||
      isBelow(folded) ||
      paths.some((path) => path.test(folded.join("/")))
    );
  };
}

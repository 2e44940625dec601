/** Where a path that a file mentions may lead, from the root, in the order to try; empty when it leads out. */
export function waysTo(mentioned: string, file: string): string[] {
  const path = mentioned
    .trim()
    .replace(/[?#].*$/, "")
    .replaceAll("\\", "/");
  if (path === "" || /^[a-z][a-z\d+.-]*:/i.test(path) || path.startsWith("//") || path.startsWith("~")) return [];
  const folder = file.split("/").slice(0, -1);
  const fromRoot = joined(path.split("/"));
  const beside = joined([...folder, ...path.split("/")]);
  const tried = path.startsWith("/") ? [fromRoot] : [beside, fromRoot];
  return [...new Set(tried.flatMap((way) => way ?? []))];
}

function joined(segments: readonly string[]): string | null {
  const way: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") way.push(segment);
    else if (way.pop() === undefined) return null;
  }
  return way.length === 0 ? null : way.join("/");
}

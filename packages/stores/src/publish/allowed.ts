/** An object with these keys and no others. */
export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const kept = { ...from };
  const wanted = new Set<PropertyKey>(keys);
  for (const key of Reflect.ownKeys(kept)) {
    if (!wanted.has(key)) Reflect.deleteProperty(kept, key);
  }
  return kept;
}

/** Whether a path or a pattern stays in the workspace: what lies outside may tell of a person. */
export function isInside(path: string): boolean {
  return !/^(?:[/\\~]|[a-z]:|[a-z][a-z0-9+.-]*:[/\\])/i.test(path) && !/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path);
}

/** Whether a path names a file in a folder above the workspace, and nothing that lies beside it. */
export function isAbove(path: string): boolean {
  const name = path.replace(/^(?:\.\.\/)+/, "");
  return name !== path && isInside(name) && /^(?:[\w.-]+|(?:\.[\w-]+|action)\/[\w./-]+)$/.test(name);
}

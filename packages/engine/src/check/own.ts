/** What is filed under a name, and nothing that every object has: a file may be called `constructor`. */
export function ownOf<T>(byName: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

import { type Finding, placed, type Scene } from "../finding.ts";

/** A name that a file may have, and not a version or an address of a package. */
const plain = /^[\w.][\w.-]*$/;

/**
 * What starts a tool of the repository, with where that is sought: whoever wrote the file there has decided what runs.
 * With `isFetched` a tool that is not there is taken from the registry, where its name may be anybody's.
 */
export function startsTool(name: string | null, finding: Finding, scene: Scene, isFetched = false): Finding {
  const path = name !== null && plain.test(name) ? placed(`node_modules/.bin/${name}`, scene) : null;
  if (path === null) return finding;
  return {
    ...finding,
    tools: [...(finding.tools ?? []), path],
    ...(isFetched && { fetched: [...(finding.fetched ?? []), path] }),
  };
}

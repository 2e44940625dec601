import { type Finding, placed, type Scene } from "../finding.ts";

/** A name that a file may have, and not a version or an address of a package. */
const plain = /^[\w.][\w.-]*$/;

/** What starts a tool of the repository, with where that is sought: whoever wrote the file there has decided what runs. */
export function startsTool(name: string | null, finding: Finding, scene: Scene): Finding {
  const path = name !== null && plain.test(name) ? placed(`node_modules/.bin/${name}`, scene) : null;
  return path === null ? finding : { ...finding, tools: [...(finding.tools ?? []), path] };
}

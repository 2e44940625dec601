import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** What one package may know, and what its manifest says it brings. */
export interface Slip {
  readonly name: string;
  /** Its folder, from the workspace root. */
  readonly folder: string;
  /** The other packages of this workspace it may import. */
  readonly knows: readonly string[];
  /** What those offer beside their index, as their manifests say. */
  readonly entries?: readonly string[];
  /** The packages from outside it declares. */
  readonly brings: readonly string[];
  /** No disk, no clock, no process, no chance: a decision can be replayed. */
  readonly pure: boolean;
}

/** Lists what a source file does that its package may not, each as one sentence. */
export function strays(path: string, text: string, slip: Slip): string[] {
  const { program, module, errors } = parseSync(path, text);
  const found = errors.map((error) => `does not parse: ${error.message}`);
  const isTest = path.endsWith(".test.ts");

  const specifiers = [
    ...module.staticImports.map((item) => item.moduleRequest.value),
    ...module.staticExports.flatMap((item) => item.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports
      .map((item) => text.slice(item.moduleRequest.start, item.moduleRequest.end))
      .filter((request) => !(path === loader && isComputed(request))),
  ].map((specifier) => specifier.replace(/^["'`](.*)["'`]$/, "$1"));
  for (const specifier of new Set(specifiers)) {
    const reason = refusal(path, specifier, slip, isTest);
    if (reason !== null) found.push(`imports ${specifier}: ${reason}`);
  }

  const isIndex = path === `${slip.folder}/src/index.ts`;
  new Visitor({
    ExportAllDeclaration(node) {
      if (isIndex && node.exported === null) found.push("exports *: an index names what it exports");
    },
    MemberExpression(node) {
      if (!slip.pure || isTest || node.object.type !== "Identifier") return;
      const property = text.slice(node.property.start, node.property.end).replace(/["'`]/g, "");
      const used = `${node.object.name}.${property}`;
      if (node.object.name === "process" || node.object.name === "globalThis" || impure.has(used)) {
        found.push(`uses ${used}: ${slip.name} is pure`);
      }
    },
    NewExpression(node) {
      if (!slip.pure || isTest || node.callee.type !== "Identifier") return;
      if (node.callee.name === "Date" && node.arguments.length === 0)
        found.push(`uses new Date(): ${slip.name} is pure`);
    },
    VariableDeclarator(node) {
      if (!slip.pure || isTest || node.init?.type !== "Identifier") return;
      if (node.init.name === "process" || node.init.name === "globalThis") {
        found.push(`uses ${node.init.name}: ${slip.name} is pure`);
      }
    },
  }).visit(program);
  return found;
}

/** The one file that imports what somebody else names: a repository's handler. */
const loader = "packages/runtime/src/declared/module-child.ts";
const isComputed = (request: string): boolean => !/^(["'])[^"']*\1$/.test(request);

const impure = new Set(["Date.now", "Math.random", "performance.now", "crypto.randomUUID", "crypto.getRandomValues"]);

function refusal(path: string, specifier: string, slip: Slip, isTest: boolean): string | null {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    if (isTest || target.startsWith(`${slip.folder}/`)) return null;
    return "a package reaches another by its name, not by its path";
  }
  if (isBuiltin(specifier)) {
    if (!specifier.startsWith("node:")) return "Node's own modules are written node:…";
    return slip.pure && !isTest ? `${slip.name} is pure` : null;
  }
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (name === "writ" || name.startsWith("@writ/")) {
    if (specifier !== name && slip.entries?.includes(specifier) !== true)
      return "a package is imported through its index";
    if (isTest && name === "@writ/testkit") return null;
    return slip.knows.includes(name) ? null : `${slip.name} may not know it`;
  }
  return isTest || slip.brings.includes(name) ? null : "its package.json does not declare it";
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Slip, strays } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Knowledge points one way: each package, and the ones it may know. */
const knows: Record<string, readonly string[]> = {
  contracts: [],
  engine: ["contracts"],
  adapters: ["contracts"],
  stores: ["contracts"],
  runtime: ["contracts", "engine", "stores"],
  cli: ["contracts", "adapters", "runtime"],
  testkit: ["contracts"],
};
const pure = ["contracts", "engine", "adapters"];

interface Manifest {
  readonly name: string;
  readonly sideEffects?: boolean;
  readonly exports?: Record<string, unknown>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));

const entriesOf = (folder: string): string[] =>
  Object.keys(manifestOf(folder).exports ?? {})
    .filter((entry) => entry !== ".")
    .map((entry) => `@writ/${folder}${entry.slice(1)}`);

function slipOf(folder: string): Slip {
  const { name, dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifestOf(folder);
  const needed = { ...dependencies, ...optionalDependencies };
  return {
    name,
    folder: `packages/${folder}`,
    knows: (knows[folder] ?? []).map((known) => `@writ/${known}`),
    entries: (knows[folder] ?? []).flatMap(entriesOf),
    // What the published package bundles is a devDependency of it.
    brings: Object.keys(folder === "cli" ? { ...needed, ...devDependencies } : needed),
    pure: pure.includes(folder),
  };
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, "packages", folder, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => `packages/${folder}/src/${file.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts"))
    .sort();
}

it("has a permission slip for every package", () => {
  expect(readdirSync(join(root, "packages")).sort()).toEqual(Object.keys(knows).sort());
});

describe.each(Object.keys(knows))("packages/%s", (folder) => {
  it("declares only packages it may know, and no side effects", () => {
    const { dependencies = {}, devDependencies = {}, sideEffects } = manifestOf(folder);
    const declared = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith("@writ/"));
    expect([...slipOf(folder).knows, "@writ/testkit"]).toEqual(expect.arrayContaining(declared));
    expect(Object.keys(dependencies)).not.toContain("@writ/testkit");
    expect(sideEffects).toBe(false);
  });

  it("imports only what it may", () => {
    const slip = slipOf(folder);
    const found = sourcesOf(folder).flatMap((path) =>
      strays(path, readFileSync(join(root, path), "utf8"), slip).map((stray) => `${path} ${stray}`),
    );
    expect(found).toEqual([]);
  });
});

describe("the checker itself", () => {
  const slip: Slip = {
    name: "@writ/engine",
    folder: "packages/engine",
    knows: ["@writ/contracts"],
    brings: ["picomatch"],
    pure: true,
  };
  const inSource = (text: string) => strays("packages/engine/src/policies/scope.ts", text, slip);

  it.each([
    ['import { pass } from "@writ/contracts";'],
    ['import picomatch from "picomatch";'],
    ['import { gate } from "./gate.ts"; export * from "../shell/walk.ts";'],
    ['// process.cwd()\nconst hint = "Date.now()"; call.process.id; new Date(stamp);'],
  ])("accepts %s", (text) => {
    expect(inSource(text)).toEqual([]);
  });

  it.each([
    ['import { openFile } from "@writ/stores";', "may not know it"],
    ['import type { Writ } from "@writ/runtime";', "may not know it"],
    ['export { aCall } from "@writ/testkit";', "may not know it"],
    ['export const later = () => import("@writ/runtime");', "may not know it"],
    ['import { Intent } from "@writ/contracts/src/intent.ts";', "through its index"],
    ['import { wirings } from "@writ/adapters/wiring";', "through its index"],
    ['import { Intent } from "../../../contracts/src/intent.ts";', "by its name"],
    ['import { parse } from "yaml";', "does not declare it"],
    ['import { readFileSync } from "node:fs";', "is pure"],
    ['import fs from "fs";', "written node:"],
    ["process.exit(1);", "process.exit"],
    ["const { env } = process;", "uses process"],
    ["globalThis.process.exit(1);", "globalThis.process"],
    ["const now = Date.now();", "Date.now"],
    ["const now = new Date();", "new Date()"],
    ["const dice = Math.random();", "Math.random"],
    ['const dice = Math["random"]();', "Math.random"],
    ["const = 1;", "does not parse"],
  ])("refuses %s", (text, reason) => {
    expect(inSource(text).join("\n")).toContain(reason);
  });

  it("refuses an index that exports everything", () => {
    expect(strays("packages/engine/src/index.ts", 'export * from "./decide.ts";', slip)).toHaveLength(1);
  });

  it("lets a test use Node and the testkit, but no package below", () => {
    const inTest = (text: string) => strays("packages/engine/src/decide.test.ts", text, slip);
    expect(inTest('import "node:fs"; import "vitest"; import "@writ/testkit"; Date.now();')).toEqual([]);
    expect(inTest('import "@writ/runtime";')).toHaveLength(1);
  });
});

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { folderWith, stopAfter } from "./handler.ts";

/**
 * Programs of these names that write down where and how they were called, and succeed. These tests are about the
 * command that is chosen; the tools themselves are not on every machine, and would want the network.
 */
function recording(...names: string[]): { calls(): string[] } {
  const log = join(folderWith(), "calls");
  const program = `#!/bin/sh\necho "$(basename "$PWD"): $(basename "$0") $*" >> ${log}\n`;
  const bin = folderWith(Object.fromEntries(names.map((name) => [name, program])));
  vi.stubEnv("PATH", `${bin}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { calls: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []) };
}

const json = JSON.stringify;
const wrapper = '#!/bin/sh\necho "wrapper $*" > called\n';

it.each<[string, Record<string, string>, string[], string]>([
  [
    "pnpm, by its workspace file",
    {
      "package.json": json({ name: "shop" }),
      "pnpm-workspace.yaml": "# members\npackages:\n  - 'apps/*'\n  - \"!apps/old\" # not this\ncatalog: {}\n",
      "apps/web/package.json": json({ name: "web", scripts: { build: "x" } }),
    },
    ["apps/web/src/a.ts"],
    "web: pnpm run build",
  ],
  [
    "pnpm, a folder that is no member",
    {
      "package.json": json({ name: "shop", scripts: { build: "x" } }),
      "pnpm-workspace.yaml": "packages:\n- apps/*\n- '!apps/old'\n",
      "apps/old/package.json": json({ name: "old", scripts: { build: "x" } }),
    },
    ["apps/old/a.ts"],
    "ROOT: pnpm run build",
  ],
  [
    "yarn, by its lock file",
    {
      "package.json": json({ workspaces: { packages: ["packages/**"] }, scripts: { "build:ui": "x" } }),
      "yarn.lock": "",
      "packages/kit/ui/package.json": json({ name: "@kit/ui" }),
    },
    ["packages/kit/ui/a.tsx"],
    "ROOT: yarn run build:ui",
  ],
  [
    "the manager a manifest asks for",
    { "package.json": json({ name: "a", packageManager: "bun@1.2.0", scripts: { typecheck: "x" } }) },
    ["a.ts"],
    "ROOT: bun run typecheck",
  ],
  [
    "TypeScript without any script, the application's project first",
    {
      "package.json": json({ name: "a", devDependencies: { typescript: "5" } }),
      "tsconfig.json": "{}",
      "tsconfig.app.json": "{}",
    },
    ["src/a.ts"],
    "ROOT: npx --no-install tsc --noEmit -p tsconfig.app.json",
  ],
  [
    "a member of a cargo workspace",
    {
      "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
      "crates/core/Cargo.toml": '[package]\nedition = "2021"\nname = "shop-core"\n',
    },
    ["crates/core/src/lib.rs"],
    "ROOT: cargo build -p shop-core",
  ],
  ["a crate", { "Cargo.toml": '[package]\nname = "one"\n' }, ["src/lib.rs"], "ROOT: cargo check"],
  [
    "a go module of a workspace",
    { "go.work": "go 1.22\nuse ./svc/pay\n", "svc/pay/go.mod": "module pay\n" },
    ["svc/pay/main.go"],
    "pay: go build ./...",
  ],
  [
    "a maven module",
    {
      "pom.xml": "<project><modules><module>services</module></modules></project>",
      "services/pom.xml": "<project><modules><module>pay</module></modules></project>",
      "services/pay/pom.xml": "<project/>",
    },
    ["services/pay/src/main/java/A.java"],
    "ROOT: mvn -q -pl services/pay -am compile",
  ],
  ["a maven project", { "pay/pom.xml": "<project/>" }, ["pay/src/main/java/A.java"], "pay: mvn -q compile"],
  [
    "a gradle part",
    { "settings.gradle.kts": "", "apps/pay/build.gradle.kts": "" },
    ["apps/pay/src/main/kotlin/A.kt"],
    "ROOT: gradle --console=plain -q :apps:pay:classes",
  ],
  [
    "an android part",
    { "settings.gradle": "", "app/build.gradle": "plugins { id 'com.android.application' }" },
    ["app/src/main/java/A.java"],
    "ROOT: gradle --console=plain -q :app:assembleDebug",
  ],
  ["mypy, declared", { "svc/pyproject.toml": "[tool.mypy]\nstrict = true\n" }, ["svc/a.py"], "svc: mypy ."],
  ["ruff, declared", { "pyproject.toml": "[tool.ruff.lint]\n" }, ["a.py"], "ROOT: ruff check ."],
  [
    "the manifest that fits the file",
    { "package.json": json({ scripts: { build: "x" } }), "Cargo.toml": '[package]\nname = "one"\n' },
    ["native/src/lib.rs"],
    "ROOT: cargo check",
  ],
])("chooses for %s", async (_what, files, changed, expected) => {
  const programs = recording("npx", "pnpm", "yarn", "bun", "cargo", "go", "mvn", "gradle", "mypy", "ruff");
  const root = folderWith(files);
  const { messages_to_user: messages } = await stopAfter(root, changed);
  expect(programs.calls().map((call) => call.replace(/^writ-builtin-[^:]+/, "ROOT"))).toEqual([expected]);
  expect(messages?.[1]).toContain("build: success.");
});

it.each([
  ["mvnw", { "pom.xml": "<project/>", mvnw: wrapper }, "A.java", "wrapper -q compile\n"],
  ["gradlew", { "build.gradle": "", gradlew: wrapper }, "A.java", "wrapper --console=plain -q classes\n"],
  ["mypy", { "pyproject.toml": "[tool.mypy]\n", ".venv/bin/mypy": wrapper }, "a.py", "wrapper .\n"],
  ["mypy.exe", { "pyproject.toml": "[tool.mypy]\n", ".venv/Scripts/mypy.exe": wrapper }, "a.py", "wrapper .\n"],
])("prefers the project's %s", async (_what, files, changed, called) => {
  const root = folderWith(files);
  await stopAfter(root, [changed]);
  expect(readFileSync(join(root, "called"), "utf8")).toBe(called);
});

it.each<[string, Record<string, string>, string, string]>([
  ["a build script", { "Cargo.toml": '[workspace]\n[package]\nname = "a"\n' }, "src/lib.rs", "dep/build.rs"],
  ["cargo's settings", { "c/Cargo.toml": '[package]\nname = "a"\n' }, "c/src/lib.rs", ".cargo/config.toml"],
  [
    "a macro, which the compiler runs",
    { "Cargo.toml": "[workspace]\n", "m/Cargo.toml": '[package]\nname = "m"\n[lib]\nproc-macro = true\n' },
    "m/src/lib.rs",
    "m/src/lib.rs",
  ],
  ["go.mod", { "go.mod": "module a\n" }, "main.go", "go.mod"],
  ["a pom", { "pom.xml": "<modules>", "a/pom.xml": "<project/>" }, "a/A.java", "b/pom.xml"],
  ["maven's extensions", { "pom.xml": "<project/>" }, "A.java", ".mvn/extensions.xml"],
  ["a gradle script", { "settings.gradle": "", "a/build.gradle": "" }, "a/A.java", "buildSrc/src/X.kt"],
  ["the wrapper", { "build.gradle": "", gradlew: wrapper }, "A.java", "gradlew"],
  ["the project's own checker settings", { "pyproject.toml": "[tool.mypy]\n" }, "a.py", "pyproject.toml"],
])("runs nothing when the session changed %s", async (_what, files, source, changed) => {
  const programs = recording("cargo", "go", "mvn", "gradle", "mypy");
  const root = folderWith(files);
  const { messages_to_user: messages = [] } = await stopAfter(root, [source], [source, changed]);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(`not run, because this session changed ${changed}`);
  expect(programs.calls()).toEqual([]);
});

it("says which program is missing", async () => {
  vi.stubEnv("PATH", folderWith());
  onTestFinished(() => void vi.unstubAllEnvs());
  const { messages_to_user: messages } = await stopAfter(folderWith({ "go.mod": "module a\n" }), ["main.go"]);
  expect(messages?.[0]).toMatch(/build: could not be run, because go was not found\.$/);
});

it("compiles the changed Python files with the real compiler, and runs none of them", async () => {
  const root = folderWith({
    "svc/setup.py": "",
    "svc/good.py": "open('ran', 'w')\n",
    "svc/bad.py": "x = 1\ny = (\n",
    // In the place of a module the compiler itself wants.
    "svc/compileall.py": "open('ran', 'w')\n",
    "svc/importlib.py": "open('ran', 'w')\n",
  });
  spawnSync("git", ["init", "-q"], { cwd: root });
  const result = await stopAfter(root, ["svc/good.py", "svc/bad.py", "svc/gone.py"]);
  expect(result.messages_to_user?.[1]).toBe("Svc build: failed with Python error in svc/bad.py:2.");
  expect(result.follow_up_actions).toEqual([{ kind: "open_file", payload: { path: "svc/bad.py", line: 2 } }]);
  expect(spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout).toBe("?? svc/\n");
  expect(readdirSync(join(root, "svc")).sort()).toEqual([
    "bad.py",
    "compileall.py",
    "good.py",
    "importlib.py",
    "setup.py",
  ]);
});

const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const options = { compilerOptions: { module: "nodenext", noEmit: true, types: [] }, files: ["a.ts"] };

it("finds the error in what the real TypeScript says", async () => {
  const root = folderWith({
    "services/auth/package.json": json({
      name: "auth",
      scripts: { build: `${json(process.execPath)} ${json(tsc)} -p .` },
    }),
    "services/auth/tsconfig.json": json(options),
    "services/auth/a.ts": "export const one = 1;\nexport const two: string = one;\n",
  });
  const { messages_to_user: messages } = await stopAfter(root, ["services/auth/a.ts"]);
  expect(messages?.[1]).toBe("Auth build: failed with TypeScript error in services/auth/a.ts:2.");
});

const hasCargo = spawnSync("cargo", ["--version"]).status === 0;
it.skipIf(!hasCargo)(
  `finds the error in what the real cargo says${hasCargo ? "" : " (no cargo on the path)"}`,
  async () => {
    const root = folderWith({
      "Cargo.toml": '[workspace]\nmembers = ["core"]\nresolver = "2"\n',
      "core/Cargo.toml": '[package]\nname = "shop-core"\nversion = "0.1.0"\nedition = "2021"\n',
      "core/src/lib.rs": 'fn unused() {}\n\npub fn two() -> u8 {\n    "two"\n}\n',
    });
    const { messages_to_user: messages } = await stopAfter(root, ["core/src/lib.rs"]);
    expect(messages).toEqual([
      "Ran `cargo build -p shop-core` for modified service.",
      "Core build: failed with Rust error in core/src/lib.rs:4.",
      "Recommend fixing this before merging.",
      "The file with the error waits in `writ followups`.",
    ]);
  },
);

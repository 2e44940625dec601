import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wirings } from "@writ/adapters/wiring";
import { problemCodes } from "@writ/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { commands } from "../packages/cli/src/commands.ts";
import { parseAndRun } from "../packages/cli/src/parser.ts";
import { commandsIn } from "./shell-words.ts";

const root = join(import.meta.dirname, "..");
const doc = (name: string) => readFileSync(join(root, name), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const blocksOf = (page: string, languages: string) =>
  [...doc(page).matchAll(new RegExp(`^\\x60{3}(?:${languages})\\n(.*?)^\\x60{3}`, "gms"))].map(
    ([, text]) => text ?? "",
  );

/** What the parser says against a command line after `writ`; nothing when it would run. */
async function complaint(argv: readonly string[]): Promise<string> {
  const said: string[] = [];
  const voice = { version: "0", width: 80, print: () => {}, error: (text: string) => void said.push(text) };
  const code = await parseAndRun(commands, argv, voice, async () => 0);
  return code === 0 ? "" : said.join("\n");
}

describe("the docs", () => {
  it("have an entry for every problem code, and none for others", () => {
    const documented = [...doc("docs/problems.md").matchAll(/^### ([A-Z_]+)$/gm)].map((match) => match[1]);
    expect([...documented].sort()).toEqual([...problemCodes].sort());
  });

  it("link only to pages that exist", () => {
    const broken = pages.flatMap((page) =>
      [...doc(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? "")
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          try {
            readFileSync(join(root, page, "..", link));
            return false;
          } catch (error) {
            return !(error instanceof Error && "code" in error && error.code === "EISDIR");
          }
        })
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("show only command lines that can be typed", async () => {
    const lines = pages.flatMap((page) => [
      ...blocksOf(page, "sh").flatMap((text) => text.split("\n")),
      ...blocksOf(page, "console").flatMap((text) =>
        text.split("\n").flatMap((line) => /^\$ (.*)/.exec(line)?.[1] ?? []),
      ),
    ]);
    const typed = lines.flatMap(commandsIn).filter(([program]) => program === "writ");
    expect(typed.length).toBeGreaterThan(15);
    for (const [, ...argv] of typed) expect({ argv, said: await complaint(argv) }).toEqual({ argv, said: "" });
  });

  it("and all that is run or shown fetch no package by the name writ, which is somebody else's on npm", () => {
    const folders = ["action", "packages/cli/src", "packages/cli/shim", "packages/cli/hooks", "packages/runtime/src"];
    const sources = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:[mc]?[jt]s|ya?ml|sh|ps1)$/.test(name) && !name.endsWith(".test.ts"))
        .map((name) => join(folder, name)),
    );
    const fetches = /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|i|install|add))((?: -\S+)*) writ(?![\w/-])/g;
    const found = [...pages, ...sources].flatMap((page) =>
      [...doc(page).matchAll(fetches)]
        .filter(([, flags]) => !flags?.includes("--no-install"))
        .map(([line]) => `${page}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it("speak of no command and no option that is not there", async () => {
    const spoken = pages.flatMap((page) =>
      [...doc(page).matchAll(/`writ ([a-z][^`]*)`/g)].map(([, line]) => line ?? ""),
    );
    expect(spoken.length).toBeGreaterThan(15);
    for (const line of spoken) {
      const [, ...argv] = commandsIn(`writ ${line.replace(/[<>|].*/, "")}`)[0] ?? [];
      // In running text a command may stand without its arguments.
      const said = (await complaint(argv)).replace(/error: missing required argument[\s\S]*|Usage: [\s\S]*/, "");
      expect({ line, said: said.replace(/error: command-argument[\s\S]*/, "") }).toEqual({ line, said: "" });
    }
  });

  it.each(Object.values(wirings))("name every file $agent is wired in", (wiring) => {
    const page = doc(`docs/agents/${wiring.agent}.md`);
    for (const audience of ["team", "personal"] as const) {
      for (const { path, purpose, others = [] } of wiring.files(audience, { plugin: () => "" })) {
        for (const file of [path, ...others.map((other) => other.path)]) expect(page).toContain(`\`${file}\``);
        if (purpose.includes("MCP")) expect(page).toMatch(/MCP server(,| `writ`)/);
      }
    }
  });

  it("show TypeScript that compiles against the library", () => {
    const folder = mkdtempSync(join(tmpdir(), "writ-docs-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
    const examples = pages.flatMap((page) => blocksOf(page, "ts"));
    expect(examples.length).toBeGreaterThan(4);
    examples.forEach((text, at) => {
      writeFileSync(join(folder, `example-${at}.ts`), text);
    });
    writeFileSync(join(folder, "host.d.ts"), hostDeclarations);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const compilerOptions = {
      composite: false,
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      noUnusedLocals: false,
      typeRoots: [join(root, "node_modules", "@types")],
      paths: { writ: [join(root, "packages", "cli", "src", "index.ts")] },
    };
    const config = {
      extends: join(root, "tsconfig.base.json"),
      compilerOptions,
      include: ["*.ts", join(root, "packages", "stores", "types", "*.d.ts")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});

/** What the examples take from the host they are written for. */
const hostDeclarations = `
declare const root: string;
declare const content: string;
declare const metrics: { count(tool: string, allowed: boolean): void };
declare const writeFile: typeof import("node:fs/promises").writeFile;
declare function isFriday(): boolean;
declare function tellTheModel(text: string): void;
declare function showDialog(type: string, message: string): Promise<boolean>;
declare function pushResult(result: unknown): void;
declare function runTool(block: unknown): Promise<boolean>;
`;

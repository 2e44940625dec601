import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "..");
const bin = join(root, "packages", "cli", "bin", "writ.cjs");

/** The commands of the tour, each with the output shown for it. */
function tour(): { command: string; output: string }[] {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/```console\n(.*?)```/gs)].map((match) => match[1] ?? "");
  return blocks
    .join("")
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...output] = part.split("\n");
      return { command, output: output.join("\n") };
    });
}

function shop(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-readme-")));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: folder });
  write("src/auth/login.ts", "export const login = () => {};\n");
  write("src/billing/pay.ts", "export const pay = 1;\n");
  write("package.json", '{ "name": "shop", "scripts": { "test": "node --test" } }\n');
  return folder;
}

/** What differs from run to run and from person to person. */
const settled = (text: string, folder: string): string =>
  text
    .replaceAll(folder, "/home/you/shop")
    // Said only where this checkout itself lies among temporary files.
    .replace(/^ {2}Hooks will start .*\n/m, "")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, "2026-11-15 10:00:00Z")
    .replace(/p-[0-9a-f]{10}/g, "p-0123456789");

it("the tour in the README prints what it says", () => {
  const folder = shop();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const steps = tour();
  expect(steps.length).toBeGreaterThan(6);
  for (const { command, output } of steps) {
    const script = `writ() { "$NODE" "$BIN" "$@"; }\n${command}`;
    const env = { PATH: process.env.PATH, HOME: tmpdir(), NODE: process.execPath, BIN: bin };
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { cwd: folder, env, encoding: "utf8" });
    expect({ command, output: settled(stdout + stderr, folder) }).toEqual({ command, output });
  }
});

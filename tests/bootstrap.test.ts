import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const scripts = fileURLToPath(new URL("../scripts", import.meta.url));
const nested = "packages/cli/node_modules/commander";
const optional = "packages/cli/node_modules/elsewhere";

/** A checkout whose stamp says that it is installed, with an npm that only says that it was called. */
function checkout(): { root: string; bootstrap(): boolean } {
  const root = mkdtempSync(join(tmpdir(), "writ-bootstrap-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const entries = { [nested]: { version: "1.0.0" }, [optional]: { version: "1.0.0", optional: true } };
  const lock = JSON.stringify({ packages: entries }, null, 2);
  put("package-lock.json", lock);
  put("node_modules/.writ-install", createHash("sha256").update(lock).digest("hex"));
  put(`${nested}/package.json`, "{}");
  put("npm-cli.js", 'require("node:fs").writeFileSync("installed", "")');
  put("scripts/build.mjs", "");
  for (const name of ["bootstrap.mjs", "source-hash.mjs"])
    copyFileSync(join(scripts, name), join(root, "scripts", name));
  return {
    root,
    bootstrap() {
      const env = { ...process.env, npm_execpath: join(root, "npm-cli.js") };
      const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/bootstrap.mjs")], { cwd: root, env });
      expect(status, String(stderr)).toBe(0);
      return existsSync(join(root, "installed"));
    },
  };
}

it("installs nothing where all is there, and does where a package lacks what only it needs", () => {
  const { root, bootstrap } = checkout();
  expect(bootstrap()).toBe(false);
  rmSync(join(root, dirname(nested)), { recursive: true });
  expect(bootstrap()).toBe(true);
});

// Runs `writ check` in a workflow: annotations to the log, the findings as SARIF and as a comment beside it.
// Whether it passed is an output, so that the steps after it still run.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { WRIT_RANGE = "", WRIT_VERSION = "", RUNNER_TEMP, GITHUB_OUTPUT } = process.env;
const folder = mkdtempSync(join(RUNNER_TEMP ?? tmpdir(), "writ-"));
const [sarif, comment] = [join(folder, "writ.sarif"), join(folder, "comment.md")];

/** A version as npm knows one, and nothing that npm could take for anything else. */
if (!/^\d[\w.-]*$/.test(WRIT_VERSION)) {
  console.log("::error::The input version is no version of an npm package.");
  process.exit(1);
}
// Npx is started in a folder of its own: in the checkout it would run the program, and ask the registry, that the
// change brings along.
writeFileSync(join(folder, "package.json"), "{}\n");
const range = WRIT_RANGE === "" ? [] : [WRIT_RANGE];
const files = ["--also", `sarif=${sarif}`, "--also", `markdown=${comment}`];
const args = ["--yes", `writ@${WRIT_VERSION}`, "check", "--in", process.cwd(), "--format", "github", ...files];
const { status, error } = spawnSync(...npx([...args, "--", ...range]), { cwd: folder, stdio: "inherit" });
if (error !== undefined) console.log(`::error::npx could not be started: ${error.message.replaceAll(/[%\r\n]/g, " ")}`);

/**
 * Npx without a shell, which would read the words anew: where it is a batch file, Node runs what that would.
 * @param {string[]} words
 * @returns {[string, string[]]}
 */
function npx(words) {
  const script = join(dirname(process.execPath), "node_modules", "npm", "bin", "npx-cli.js");
  return process.platform === "win32" ? [process.execPath, [script, ...words]] : ["npx", words];
}

const outputs = {
  // What wrote no report did not check.
  ok: String(status === 0 && existsSync(sarif) && existsSync(comment)),
  "sarif-file": existsSync(sarif) ? sarif : "",
  "comment-file": existsSync(comment) ? comment : "",
};
for (const [name, value] of Object.entries(outputs)) {
  if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
}

import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProblemError } from "@writ/contracts";
import { requireOwnState, sidecarPaths } from "@writ/runtime";
import { readIfThere } from "../files.ts";
import { gitFiles } from "../setup/git-files.ts";
import { requirePlainSidecar } from "../setup/install.ts";
import { gitIgnoreTemplate } from "../setup/templates.ts";
import { trackedLedger } from "../setup/tracked-ledger.ts";
import { placeOf } from "../text/place.ts";
import { plural } from "../text/table.ts";
import { type Check, error, type Finding, ok, warning } from "./finding.ts";

/** The folder itself: no links on the way, and writable. */
export const folder: Check = async (root) => {
  try {
    await requirePlainSidecar(root);
  } catch (problem) {
    if (!(problem instanceof ProblemError)) throw problem;
    return [error("sidecar", problem.message, "Replace it with a real folder, then run: writ init")];
  }
  const { state } = sidecarPaths(root);
  const probe = join(state, `doctor-${randomUUID()}`);
  try {
    await requireOwnState(root);
    await mkdir(state, { recursive: true });
    // Some bytes: an empty file fits on a full disk.
    await writeFile(probe, "writ doctor looks whether this can be written\n");
  } catch (fault) {
    if (fault instanceof ProblemError && fault.problem.code === "SIDECAR_INVALID")
      return [
        error(
          "state",
          fault.message,
          "Delete .orchestration/.state; if git tracks it: git rm -r --cached .orchestration/.state",
        ),
      ];
    const reason = fault instanceof Error ? fault.message : String(fault);
    return [
      error(
        "state",
        `.orchestration/.state cannot be written: ${reason}`,
        "Check its owner, its mode and the free space.",
      ),
    ];
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  return [ok("sidecar", ".orchestration can be written")];
};

/** Locks work on this disk: some network mounts have none. */
export const locks: Check = async (root, { openWritAt, now }) => {
  try {
    const writ = await openWritAt(root);
    // Using up a ticket that does not exist takes the lock and changes nothing.
    await writ.tickets.use(`doctor-${randomUUID()}`, now());
    return [ok("locks", "locks work")];
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    return [
      error(
        "locks",
        `No lock can be taken: ${reason}`,
        "End the process that hangs, or move the repository to a local disk.",
      ),
    ];
  }
};

/** The intents can be read. */
export const intents: Check = async (root, { openWritAt }) => {
  const read = await (await openWritAt(root)).intents.read();
  const fix = "Mend the line, then run: writ intent validate";
  if (read.state === "missing") return [error("intents", "There is no active_intents.yaml.", "Run: writ init")];
  const found = read.findings.map(
    ({ line, severity, message }): Finding =>
      (severity === "error" ? error : warning)(
        "intents",
        `${placeOf({ file: "active_intents.yaml", line })}: ${message}`,
        fix,
      ),
  );
  if (read.state === "invalid") {
    return found.some(({ level }) => level === "error")
      ? found
      : [error("intents", `${read.file}: ${read.reason}`, fix), ...found];
  }
  if (read.intents.length === 0)
    return [...found, warning("intents", "There is no intent, so agents can change nothing.", "Run: writ intent add")];
  return [...found, ok("intents", plural(read.intents.length, "intent"))];
};

/** The config is valid, and what it loosens is trusted. */
export const config: Check = async (root, { openWritAt }) => {
  const writ = await openWritAt(root);
  const mend = "Mend the line in .orchestration/config.yaml.";
  const read = await writ.readConfig().catch((fault: unknown) => {
    if (fault instanceof ProblemError) return fault.problem;
    throw fault;
  });
  if ("code" in read) return [error("config", read.message, mend)];
  const { findings, untrusted } = read;
  const found = findings.map(
    ({ line, severity, message }): Finding =>
      (severity === "error" ? error : warning)("config", `${placeOf({ file: "config.yaml", line })}: ${message}`, mend),
  );
  if (untrusted.length > 0) {
    found.push(
      warning("config", `Without effect until trusted: ${untrusted.join(", ")}`, "Look at it and run: writ trust"),
    );
  }
  return found.length === 0 ? [ok("config", "the config is valid")] : found;
};

/** A tracked file is not ignored, whatever the rules say. */
const waysOutOfGit = (name: string): string =>
  name === "agent_trace.jsonl" ? trackedLedger : `Take it out of git: git rm --cached .orchestration/${name}`;

/** What changes with every call stays out of git. */
export const ignoreRules: Check = async (root, { openWritAt, run }) => {
  const inside = await run("git", ["rev-parse", "--is-inside-work-tree"], { cwd: root });
  if (inside.code !== 0) return [];
  const { config: settings } = await (await openWritAt(root)).readConfig();
  const wanted = gitIgnoreTemplate
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .filter((line) => settings.ledger !== "single" || line !== "agent_trace.jsonl");
  const paths = wanted.map((name) => `.orchestration/${name}`);
  const { code, stdout } = await run("git", ["check-ignore", "--", ...paths], { cwd: root });
  const ignored = new Set(stdout.split(/\r?\n/));
  const isAnswered = code === 0 || code === 1;
  const missing = !isAnswered ? [] : wanted.filter((name) => !ignored.has(`.orchestration/${name}`));
  if (settings.ledger === "single") {
    const { code } = await run("git", ["check-ignore", "--quiet", ".orchestration/agent_trace.jsonl"], { cwd: root });
    const fix = "Take the line agent_trace.jsonl out of .orchestration/.gitignore";
    if (code === 0)
      return [
        warning(
          "ignore rules",
          "with `ledger: single` git must track .orchestration/agent_trace.jsonl, and ignores it",
          fix,
        ),
      ];
  }
  if (missing.length === 0) return [ok("ignore rules", "live records stay out of git")];
  const { isTracked } = await gitFiles(root, { run });
  const tracked: string[] = [];
  for (const name of missing) if (await isTracked(`.orchestration/${name}`)) tracked.push(name);
  const open = missing.filter((name) => !tracked.includes(name));
  const there = (await readIfThere(join(root, ".orchestration", ".gitignore"))) !== null;
  const fix = there ? `Add to .orchestration/.gitignore: ${open.join(" ")}` : "Run: writ init";
  const say = (names: readonly string[]) => names.map((name) => `.orchestration/${name}`).join(", ");
  return [
    ...(open.length === 0 ? [] : [warning("ignore rules", `git does not ignore ${say(open)}`, fix)]),
    ...tracked.map((name) =>
      warning("ignore rules", `git tracks ${say([name])}, which changes with every call`, waysOutOfGit(name)),
    ),
  ];
};

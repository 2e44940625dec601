import { execFile } from "node:child_process";
import { surroundings } from "../snapshot/git/run-git.ts";

/** What git said, and how it ended. */
export interface GitSaid {
  code: number | null;
  out: string;
  err: string;
}

/** As whom git signs and notes; nothing that leads it to another repository. */
function withPerson(): NodeJS.ProcessEnv {
  const person = Object.entries(process.env).filter(([name]) => /^GIT_(AUTHOR|COMMITTER)_/.test(name));
  return { ...surroundings(), ...Object.fromEntries(person) };
}

/** Runs git with a text for it to read; its failure is an answer like any other. Somebody may be asked for a passphrase. */
export function askGit(
  cwd: string,
  args: readonly string[],
  { input = "", waitMs = 60_000 }: { input?: string; waitMs?: number } = {},
): Promise<GitSaid> {
  return new Promise((done) => {
    const options = { cwd, env: withPerson(), maxBuffer: 256 * 1024 * 1024, timeout: waitMs, windowsHide: true };
    const child = execFile("git", [...args], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      done({ code, out, err: err === "" && error !== null ? error.message : err });
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

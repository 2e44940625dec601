import type { Io } from "../io.ts";

/** Where git keeps what set-up reads and writes; paths as git gives them, from the folder it was asked in. */
export interface GitLayout {
  readonly top: string;
  readonly common: string;
  readonly hooks: string;
  /** The file that keeps paths out of git for one repository. Worktrees share it. */
  readonly exclude: string;
}

const questions = [
  ["--is-inside-work-tree"],
  ["--show-toplevel"],
  ["--git-common-dir"],
  ["--git-path", "hooks"],
  ["--git-path", "info/exclude"],
];

/** The layout around a folder. `bare` where a repository has no files; `null` without git. */
export async function gitLayout(cwd: string, { run }: Pick<Io, "run">): Promise<GitLayout | "bare" | null> {
  const ask = (args: readonly string[]) => run("git", ["rev-parse", ...args], { cwd });
  const { code, stdout } = await ask(questions.flat());
  if (/^false\r?\n/.test(stdout)) return "bare";
  if (code !== 0) return null;
  const answers = linesOf(stdout);
  if (answers.length === questions.length) return toLayout(answers);
  // A path with a line break: one question at a time.
  const single: string[] = [];
  for (const question of questions) single.push((await ask(question)).stdout.replace(/\r?\n$/, ""));
  return toLayout(single);
}

const linesOf = (printed: string): string[] => printed.replace(/\r?\n$/, "").split(/\r?\n/);

const toLayout = ([, top = "", common = "", hooks = "", exclude = ""]: readonly string[]): GitLayout => ({
  top,
  common,
  hooks,
  exclude,
});

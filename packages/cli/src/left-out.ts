import { ProblemError, problem } from "@writ/contracts";
import type { Io } from "./io.ts";

/** A sidecar that git has for a folder, and that a sparse checkout leaves out; `null` where there is none. */
export async function leftOut({ cwd, run }: Pick<Io, "cwd" | "run">): Promise<ProblemError | null> {
  const git = async (...args: string[]) => {
    const { code, stdout } = await run("git", args, { cwd });
    return code === 0 ? stdout : "";
  };
  const prefix = (await git("rev-parse", "--show-prefix")).replace(/\r?\n$/, "");
  const folders = prefix.split("/").map((_, depth, parts) => [...parts.slice(0, depth), ".orchestration"].join("/"));
  const listed = await git(
    "ls-files",
    "-t",
    "-z",
    "--full-name",
    "--",
    ...folders.map((one) => `:(top,literal)${one}`),
  );
  // Git marks with an S what is not checked out on purpose.
  const names = listed.split("\0").flatMap((entry) => (entry.startsWith("S ") ? [entry.slice(2)] : []));
  const folder = folders.find((one) => names.some((name) => name.startsWith(`${one}/`)));
  if (folder === undefined) return null;
  return new ProblemError({
    ...problem("SIDECAR_MISSING", { root: cwd }),
    message: `Git has ${folder}/ here, but this sparse checkout leaves it out, so Writ does not know what it guards.`,
    hint: `Take it in, at the top of the repository: git sparse-checkout add ${folder}`,
  });
}

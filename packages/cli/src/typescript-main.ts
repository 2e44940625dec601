import { readFile } from "node:fs/promises";
import type { LoadFnOutput, LoadHookContext } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "sucrase";

type Next = (url: string, context: LoadHookContext) => LoadFnOutput | Promise<LoadFnOutput>;

/** Loads TypeScript where Node itself cannot: the types go, line for line; nothing is checked. */
export async function load(url: string, context: LoadHookContext, next: Next): Promise<LoadFnOutput> {
  const ending = url.startsWith("file:") ? /\.([cm]?)ts$/.exec(fileURLToPath(url))?.[1] : undefined;
  if (ending === undefined) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = transform(await readFile(path, "utf8"), {
    transforms: ending === "c" ? ["typescript", "imports"] : ["typescript"],
    disableESTransforms: true,
    filePath: path,
  });
  return { format: ending === "c" ? "commonjs" : "module", source: code, shortCircuit: true };
}

import { readFileSync } from "node:fs";
import type { LoadFnOutput, LoadHookContext } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "sucrase";

type Load = (url: string, context: LoadHookContext) => LoadFnOutput;

/**
 * Loads TypeScript the same way on every Node, whose own way differs by version: the types go, line for line; nothing
 * is checked. Synchronous, because both `module.register` and `module.registerHooks` take that.
 */
export function load(url: string, context: LoadHookContext, next: Load): LoadFnOutput {
  const ending = url.startsWith("file:") ? /\.([cm]?)ts$/.exec(fileURLToPath(url))?.[1] : undefined;
  if (ending === undefined) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = transform(readFileSync(path, "utf8"), {
    transforms: ending === "c" ? ["typescript", "imports"] : ["typescript"],
    disableESTransforms: true,
    filePath: path,
  });
  return { format: ending === "c" ? "commonjs" : "module", source: code, shortCircuit: true };
}

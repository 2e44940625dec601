import { runs, several, words } from "../judging/make.ts";
import type { Entry, Options } from "../judging/rule.ts";

/** What puts the sources of JavaScript together. */
export const bundlers = (): Entry[] => [
  ...several("", "madge typedoc tsup tsdown webpack parcel swc babel", (name) => bundles(name)),
  bundles("rollup", {
    opaque: { p: "it loads other code" },
    mild: { p: /^(@?[\w-]+(\/[\w-]+)?(,|$))+$/ },
    no: ["rollup -p '{a(){}}' -i a.js", "rollup -p./x.js -i a.js"],
  }),
  runs("esbuild", {
    options: { writes: ["outfile", "outdir"], mild: { loader: /^\.\w+=\w+$/ } },
    yes: ["esbuild a.ts --bundle --outfile=dist/a.js", "esbuild a.ts --loader:.png=file"],
    no: ["esbuild --serve=x --outfile=/elsewhere/x"],
  }),
  ...several("vite", "build dev preview optimize", (name) =>
    runs(name, {
      options: { mild: { configLoader: /^(bundle|runner|native)$/ } },
      yes: [`${name} --configLoader runner`],
      no: [`${name} --configLoader ./x.js`],
    }),
  ),
];

/** A bundler writes where it is told, or where the repository's settings say. */
function bundles(name: string, { no = [], ...options }: Options & { no?: readonly string[] } = {}): Entry {
  const writes = words("o d out out-dir out-file outDir output-path output-dir dist-dir dir file image json");
  return runs(name, {
    options: { ...options, writes },
    ...(name === "madge" && { habits: { writes: ["i"] } }),
    yes: [[`${name} --out-dir dist`, ["modify dist"]], `${name} -p x --plugin @a/x`],
    no: [`${name} --out-dir ../x`, `${name} --require ./x`, `${name} --plugin='{a(){}}'`, ...no],
  });
}

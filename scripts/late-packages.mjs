// A package that few runs get to use is set up when it is first called. The source imports it as any other; while
// bundling, a function that waits for the call stands in for it.
import { root } from "./source-hash.mjs";

const late = /^picomatch\/posix\.js$/;

/** @type {import("esbuild").Plugin} */
export const latePackages = {
  name: "late-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: late, namespace: "file" }, ({ path }) => ({ path, namespace: "late" }));
    onLoad({ filter: late, namespace: "late" }, ({ path }) => ({
      contents: `let real;\nmodule.exports = (...given) => (real ??= require(${JSON.stringify(path)}))(...given);`,
      resolveDir: root,
    }));
  },
};

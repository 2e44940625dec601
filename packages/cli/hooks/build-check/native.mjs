// cargo and go: the compiler itself knows the members of a workspace.
import { at, exists, textOf, upwards } from "./files.mjs";

export const cargo = {
  sources: /\.rs$/,
  recipes: [/(^|\/)(Cargo\.toml|build\.rs|rust-toolchain(\.toml)?)$/, /(^|\/)\.cargo\//],

  service(root, folder) {
    const manifest = textOf(root, at(folder, "Cargo.toml"));
    const name = /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(manifest)?.[1];
    if (name === undefined) return null;
    // Other members are compiled on the way, so what they would run counts as well.
    return { title: name, reach: workspaceOf(root, folder) ?? folder };
  },

  plan(root, { folder, title }) {
    const workspace = workspaceOf(root, folder);
    if (workspace === null) return { command: ["cargo", "check"], cwd: folder, runs: "" };
    return { command: ["cargo", "build", "-p", title], cwd: workspace, runs: "" };
  },

  /** A macro crate is a program the compiler runs. */
  runsSources: (root, folder) => /^\s*proc-macro\s*=\s*true/m.test(textOf(root, at(folder, "Cargo.toml"))),
};

const workspaceOf = (root, folder) =>
  upwards(folder).find((place) => /^\[workspace\]/m.test(textOf(root, at(place, "Cargo.toml")))) ?? null;

export const go = {
  sources: /\.go$/,
  recipes: [/(^|\/)(go\.mod|go\.work)$/],

  service(root, folder) {
    if (!exists(root, at(folder, "go.mod"))) return null;
    return { title: undefined, reach: folder };
  },

  plan(_root, { folder }) {
    return { command: ["go", "build", "./..."], cwd: folder, runs: "" };
  },
};

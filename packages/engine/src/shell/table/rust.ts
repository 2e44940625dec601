import { type Finding, runs as isRun, type Scene, standing } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { lists } from "../judging/listing.ts";
import { opaque, risky, runs, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { orders } from "../judging/steering-names.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { rewriting } from "./formatters.ts";
import { installing } from "./packages.ts";

/** Rust: the repository chooses the toolchain, so that even its version is run. */
export const rust: Family = {
  programs: "cargo rustc rustdoc",
  entries: () => [
    runs("cargo search"),
    ...["cargo --list", "cargo -vV", "rustc -vV"].map((name) => lists(name, { form: /^$/ })),
    lists("rustc --explain", { form: /^E\d{4}$/, yes: ["rustc --explain E0308"], no: ["rustc --explain E0308 a.rs"] }),
    lists("rustc --print", {
      form: /^(cfg|sysroot|target-list|target-cpus|target-features|host-tuple|target-libdir)$/,
      yes: ["rustc --print cfg"],
      no: ["rustc --print cfg a.rs", "rustc --print=x"],
    }),
    runs("cargo audit", {
      options: {
        opaque: {
          d: "it keeps its lists elsewhere",
          db: "it keeps its lists elsewhere",
          u: "it takes its lists from elsewhere",
          url: "it takes its lists from elsewhere",
        },
      },
      no: ["cargo audit fix", "cargo audit --db x", "cargo audit --url x"],
    }),
    risky("cargo audit fix", "rewrites which packages are used"),
    ...several("cargo", "nextest@run nextest@list", (name) =>
      runs(name.replace("@", " "), {
        options: { opaque: { config: "it changes settings", "tool-config-file": "it changes settings" } },
        no: ["cargo nextest run --config x=1", "cargo nextest run --tool-config-file x:y"],
      }),
    ),
    opaque("cargo", "what it does with this verb is not known", {
      asks: "runs",
      yes: ["cargo frob", "cargo +nightly test", "cargo $x"],
      no: ["cargo --version"],
    }),
    ...several(
      "cargo",
      "test t build b check c clippy doc bench tree metadata fetch update generate-lockfile verify-project pkgid locate-project llvm-cov tarpaulin machete udeps outdated expand",
      (name) =>
        runs(name, {
          options: {
            longValued: ["save-baseline"],
            words: /^--save-baseline(=\w+)?$/,
            opaque: { config: "it changes settings", Z: "it is not stable", fix: "it rewrites the sources" },
          },
          yes: [`${name} --workspace`],
          no: [`${name} --manifest-path ../other/Cargo.toml`, `${name} --config x=1`, `cd /elsewhere && ${name}`],
        }),
    ),
    runs("cargo deny", { options: { orders }, yes: ["cargo deny check"], no: ["cargo deny init"] }),
    ...several("cargo", "add remove rm", (name) => ({
      name,
      does: "runs",
      judge: installing(name, {
        opaque: {
          git: "it takes a package from a repository",
          path: "it takes a package from a folder",
          registry: "it takes packages from another registry",
        },
      }),
      yes: [`${name} serde`],
      no: [`${name} --git x serde`, `${name} --path ../x`],
    })),
    {
      name: "cargo fmt",
      does: "runs",
      judge: formatsCrate,
      yes: [
        "cargo fmt",
        "cargo fmt --all",
        "cargo fmt --check",
        "cargo fmt -- --check a.rs",
        "cargo fmt -- --check --config imports_granularity=Item",
        "cargo fmt -p web",
      ],
      no: [
        "cargo fmt -- a.rs",
        "cargo fmt -- --check --config emit_mode=Files",
        "cargo fmt --manifest-path sub/Cargo.toml",
        "cd sub && cargo fmt",
        "cd /elsewhere && cargo fmt",
      ],
    },
    ...several("cargo", "run r miri", (name) => opaque(name, "it runs the program that was built")),
    ...several("cargo", "vendor publish yank owner login logout install uninstall init new clean fix", (name) =>
      risky(name, "publishes, or changes more than this repository"),
    ),
    opaque("rustc", "it compiles files, and what they say", {
      asks: "runs",
      yes: ["rustc a.rs"],
      no: ["rustc --version"],
    }),
    opaque("rustdoc", "it runs code in comments", { asks: "runs" }),
  ],
};

/** Settings of `rustfmt` that say how the code is laid out, not where it goes. */
export const layout = { config: /^(?!.*emit)[a-z_]+=\w+(,[a-z_]+=\w+)*$/ };

/** Options of `rustfmt` whose value is the next word. */
const valued = /^--(edition|style-edition|config|config-path|emit|color|print-config)$/;

/** `cargo fmt`: all of the repository is its own business; otherwise the files it names, or the package it is pointed at. */
function formatsCrate(args: readonly Arg[], scene: Scene, program: string): Finding {
  const line = "cargo fmt";
  const doubt = pointedElsewhere(args, { mild: layout }, scene, { line, program });
  if (doubt !== null) return doubt;
  const texts = args.map(({ literal: text }) => text ?? "");
  const end = texts.indexOf("--");
  const files = args.filter(({ literal: text, head }, index) => {
    return end !== -1 && index > end && !(text ?? head).startsWith("-") && !valued.test(texts[index - 1] ?? "");
  });
  const packages = texts.flatMap((text, index) => {
    const manifest = text === "--manifest-path" ? texts[index + 1] : /^--manifest-path=(.+)$/.exec(text)?.[1];
    return manifest === undefined ? [] : [literal(/^(.*)\/[^/]*$/.exec(manifest)?.[1] ?? ".")];
  });
  const places = [...files, ...packages];
  const isWhole = places.length === 0 && standing(scene) === "root";
  return isWhole || texts.includes("--check") ? isRun(program, line) : rewriting(places, scene, line, program);
}

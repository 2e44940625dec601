import { lists } from "../judging/listing.ts";
import { opaque, runs, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { formatter } from "./formatters.ts";

/** Swift, Dart and what builds for telephones. */
export const mobile: Family = {
  programs: "swift flutter dart xcodebuild",
  entries: () => [
    ...several("swift", "test build", (name) =>
      runs(name, { no: [`${name} -Xcc -fplugin=x`, `${name} --toolchain x`] }),
    ),
    ...several("swift package", "describe show-dependencies dump-package resolve", (name) =>
      lists(name, { form: /^(--type|--format|json|text|flatlist|dot)$/ }),
    ),
    opaque("swift", "what it does with this is not known", { asks: "runs" }),
    ...several("flutter", "test analyze build doctor", (name) => runs(name)),
    ...["flutter", "dart"].flatMap((program) => several(`${program} pub`, "get outdated", (name) => runs(name))),
    ...["flutter devices", "flutter emulators", "flutter pub deps", "dart pub deps", "dart info"].map((name) =>
      lists(name, { form: /^--(json|machine|style=\w+|no-dev)$/ }),
    ),
    formatter("dart fix", { unless: /^(--dry-run|-n)$/ }),
    ...several("dart", "test analyze compile", (name) =>
      runs(name, {
        ...(name === "dart test" && { habits: { writes: ["coverage"] } }),
        ...(name === "dart compile" && { habits: { writes: ["S", "save-debugging-info"] } }),
        options: { mild: { compiler: /^(exe|kernel|source|dart2js|dart2wasm)$/ } },
        yes: [`${name} --compiler=kernel`],
        no: [`${name} --compiler=./x`],
      }),
    ),
    ...["xcodebuild -list", "xcodebuild -showsdks", "xcodebuild -showBuildSettings"].map((name) =>
      lists(name, { form: /^(-(json|project|workspace|scheme|target)|\w[\w.-]*)$/ }),
    ),
    opaque("xcodebuild", "it builds and may sign", { asks: "runs" }),
    formatter("dart format", { unless: /^(--output=none|--output=show|--output=json)$/ }),
  ],
};

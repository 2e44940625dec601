import { type Finding, placed, type Scene } from "./finding.ts";
import type { Arg } from "./syntax/arg.ts";

/** Lines whose operands may be folders with a program in them, which is built and run. */
const lines: readonly { readonly line: RegExp; readonly operands: "all" | "paths" | "first" }[] = [
  { line: /^go (run|generate|install|tool)\b/, operands: "all" },
  { line: /^cargo (\S+ )*?(run|r|install|miri|bench)\b/, operands: "all" },
  { line: /^(docker|podman|nerdctl|buildah)( buildx| image)? (build|bake|bud)\b/, operands: "all" },
  { line: /^((uv )?pip3?|python3? -m pip|pipx|poetry|pdm|rye|uv) (install|add|run)\b/, operands: "all" },
  { line: /^(deno|bun|dotnet|swift|dart|crystal|zig|nim|v) (run|install|add|i)\b/, operands: "all" },
  // A plain word is a package of the registry to them.
  { line: /^((npm|pnpm|yarn) (i|add|install|in|link|exec))\b/, operands: "paths" },
  { line: /^(npx|bunx|pnpx|uvx)( -\S+)*/, operands: "first" },
];

/** What surely names a place, and no package. */
const isPath = /^(\.{1,2}|~)?\/|^\.{1,2}$|^[\w.-]+(\/[\w.-]+)*\/$|^[\w.-]+(\/[\w.-]+)+$/;

/** What was found, with the folders whose programs it may run. */
export function withFolders(words: readonly Arg[], scene: Pick<Scene, "dir">, finding: Finding): Finding {
  if (finding.class !== "opaque" && finding.class !== "risky") return finding;
  const text = words.map(({ literal }) => literal ?? "$").join(" ");
  const kind = lines.find(({ line }) => line.test(text));
  if (kind === undefined) return finding;
  const told = kind.line.exec(text)?.[0].split(" ").length ?? 1;
  const given = words.slice(told, kind.operands === "first" ? told + 1 : undefined).flatMap(({ literal }) => {
    const value = literal?.replace(/^--?[\w-]+=/, "").replace(/^file:(\/\/)?/, "") ?? "";
    return value === "" || value.startsWith("-") || (kind.operands !== "all" && !isPath.test(value)) ? [] : [value];
  });
  // A manifest says what is in its folder; without one that is where it stands.
  const isHere = given.length === 0 && /^cargo /.test(text);
  const folders = isHere
    ? ["."]
    : given.map((value) => value.replace(/(^|\/)[\w.-]+\.(toml|csproj|fsproj|sln)$/, "") || ".");
  const loads = [...given, ...folders].flatMap((value) => placed(value, scene) ?? []);
  return loads.length === 0 ? finding : { ...finding, loads: [...new Set([...(finding.loads ?? []), ...loads])] };
}

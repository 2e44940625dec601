import { words } from "./reading.ts";

/** Programs that tell their version and nothing else when that is the one word they are given. */
export const versionTellers: ReadonlySet<string> = new Set(
  words(
    `apt bash bat brew bun bundle cargo clang clang++ cmake composer conda curl dart deno docker dotnet eza ffmpeg
    flutter g++ gcc gh git go grep helm java javac jq julia kotlinc kubectl ldd lua make meson mvn mysql ninja node
    nodejs npm npx openssl perl php pip pip3 pipx pnpm podman psql pypy3 python python3 redis-cli rg rsync ruby
    rustc rustup sh sqlite3 ssh swift terraform tree uv wget yarn yq zsh cc c++ hyperfine terragrunt cat ls head
    tail split`,
  ),
);

/** How each may be asked. `-v` is more than a question to many, so the programs are named. */
export const versionQuestions: Readonly<Record<string, ReadonlySet<string>>> = {
  "--version": versionTellers,
  "--help": new Set([...versionTellers].filter((name) => !/^(lua|perl|php|ruby)$/.test(name))),
  "-V": new Set(words("python python3 pip pip3 ssh perl jq bat")),
  "-v": new Set(words("node nodejs npm npx pnpm yarn bun deno docker podman make gcc g++ clang cc perl php")),
  "-version": new Set(words("java javac kotlinc ffmpeg")),
  version: new Set(words("go docker terraform openssl kubectl helm")),
  "--info": new Set(words("dotnet")),
  "--list-sdks": new Set(words("dotnet")),
};

/** Code that tells which interpreter it is, as it is spelled. */
export const versionCode: ReadonlySet<string> = new Set([
  ...["process.version", "process.versions", "process.versions.node", "process.platform", "process.arch"].flatMap(
    (code) => [`node -p ${code}`, `node -e console.log(${code})`],
  ),
  "python3 -c import sys; print(sys.version)",
  "python -c import sys; print(sys.version)",
]);

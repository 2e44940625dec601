import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldName, mayBeShortFor } from "./fold.ts";
import { guardedNames } from "./protected.ts";
import { strictest, tierOf } from "./tier.ts";

describe("tierOf", () => {
  it.each([
    [".", "protected"],
    ["", "protected"],
    [".git", "protected"],
    ["packages/a/.git/config", "protected"],
    [".orchestration/config.yaml", "protected"],
    [".system/hooks/x.yaml", "protected"],
    [".system/logs/hooks.log", "protected"],
    [".system/cache/ability_usage.json", "protected"],
    [".system/cache", "protected"],
    [".system/implement/task-1/tool_call.md", "plain"],
    [".system", "plain"],
    [".claude/settings.local.json", "protected"],
    [".claude/agents/x.md", "sensitive"],
    [".claude/plans/x.md", "plain"],
    [".github/hooks/writ.json", "protected"],
    [".github/workflows/ci.yml", "sensitive"],
    [".github", "sensitive"],
    [".vscode/mcp.json", "protected"],
    [".vscode/tasks.json", "sensitive"],
    ["node_modules/writ/bin/writ.cjs", "protected"],
    ["node_modules/writer/index.js", "plain"],
    ["node_modules", "plain"],
    ["constructor/__proto__", "plain"],
    ["package.json", "sensitive"],
    ["sub/rust-toolchain.toml", "sensitive"],
    ["Rust-Toolchain", "sensitive"],
    [".tool-versions", "sensitive"],
    ["package-lock.json", "plain"],
    [".env.example", "sensitive"],
    ["src/.environment", "plain"],
    ["src/auth/a.ts", "plain"],
    // Agents without an adapter: settings and MCP servers, rules, and folders that nobody has heard of.
    [".trae/mcp.json", "protected"],
    [".junie/mcp/mcp.json", "protected"],
    [".somebody/mcp_settings.json", "protected"],
    [".somebody/skills/x/notes.md", "sensitive"],
    [".somebody/x.md", "plain"],
    ["../skills/x.md", "plain"],
    [".goose/config.yaml", "protected"],
    [".goose/recipes/x.md", "sensitive"],
    [".augmentrules", "sensitive"],
    ["docs/api.prompt.md", "sensitive"],
    ["src/mcp.ts", "plain"],
    ["CONVENTIONS.md", "plain"],
    // Manifests and build files.
    ["pkg/BUILD", "sensitive"],
    ["pkg/build", "plain"],
    ["WORKSPACE", "sensitive"],
    ["workspace", "plain"],
    ["rules/defs.bzl", "sensitive"],
    ["ci.bazelrc", "sensitive"],
    ["tools/bazel", "sensitive"],
    ["meson.build", "sensitive"],
    ["build.zig.zon", "sensitive"],
    ["project/plugins.sbt", "sensitive"],
    ["modules/core/project/Dependencies.scala", "sensitive"],
    ["src/main/scala/com/acme/project/Service.scala", "plain"],
    ["src/main/resources/project/messages.properties", "plain"],
    ["requirements/dev.txt", "sensitive"],
    ["requirements/base.in", "sensitive"],
    ["requirements/README.md", "plain"],
    ["test-requirements.txt", "sensitive"],
    ["dev_requirements.txt", "sensitive"],
    ["requirements2.txt", "sensitive"],
    ["src/requirements.ts", "plain"],
    ["common/config/rush/command-line.json", "sensitive"],
    ["BUILD.plz", "sensitive"],
    ["debian/rules", "sensitive"],
    ["debian/changelog", "plain"],
    ["PKGBUILD", "sensitive"],
    ["rpm/writ.spec", "sensitive"],
    ["src/a.spec.ts", "plain"],
    ["guix.scm", "sensitive"],
    ["conda-recipe/meta.yaml", "sensitive"],
    [".ddev/commands/web/x", "sensitive"],
    ["appspec.yml", "sensitive"],
    ["x.cabal", "sensitive"],
    ["cabal.project.local", "sensitive"],
    ["nix/pkgs.nix", "sensitive"],
    [".cargo/config.toml", "sensitive"],
    [".mvn/jvm.config", "sensitive"],
    ["gradle/wrapper/gradle-wrapper.jar", "sensitive"],
    ["gradle/libs.versions.toml", "sensitive"],
    ["build/conventions.gradle.kts", "sensitive"],
    ["src/App.csproj", "sensitive"],
    ["Directory.Packages.props", "sensitive"],
    ["build/CMakeCache.txt", "sensitive"],
    ["cmake/x.cmake", "sensitive"],
    ["dune-project", "sensitive"],
    ["deps.edn", "sensitive"],
    ["Snakefile", "sensitive"],
    ["Whateverfile", "sensitive"],
    ["Profile", "plain"],
    ["src/Profile.ts", "plain"],
    ["src/lockfile", "plain"],
    ["src/props.ts", "plain"],
    ["src/env", "plain"],
    ["src/key", "plain"],
    // Versions.
    [".nvmrc", "sensitive"],
    [".python-version", "sensitive"],
    [".terraform-version", "sensitive"],
    [".bazelversion", "sensitive"],
    ["lean-toolchain", "sensitive"],
    ["global.json", "sensitive"],
    // Containers and hosts.
    ["Dockerfile", "sensitive"],
    ["Dockerfile.dev", "sensitive"],
    ["Dockerfile-dev", "sensitive"],
    ["Dockerfile.go", "sensitive"],
    ["Dockerfile.ts", "plain"],
    ["Dockerfile.test.ts", "plain"],
    ["src/dockerfile_parser.go", "plain"],
    ["docker-compose.override.yml", "sensitive"],
    ["compose.ts", "plain"],
    ["Vagrantfile", "sensitive"],
    ["wrangler.toml", "sensitive"],
    // Build servers and reviews.
    [".teamcity/settings.kts", "sensitive"],
    ["buildspec-release.yml", "sensitive"],
    ["docs/CODEOWNERS", "sensitive"],
    ["OWNERS", "sensitive"],
    ["owners", "plain"],
    // What programs obey where they are started, and keys.
    [".gdbinit", "sensitive"],
    [".ghci", "sensitive"],
    ["app.code-workspace", "sensitive"],
    ["certs/server.key", "sensitive"],
    ["prod.env", "sensitive"],
    ["locales/en/auth.json", "plain"],
    ["src/secrets.ts", "plain"],
    ["config/secrets.yml", "sensitive"],
    // The project's own tools run these.
    ["vite.config.ts", "plain"],
    ["tsconfig.json", "plain"],
    ["jest.config.js", "plain"],
    [".eslintrc.js", "plain"],
    ["README.md", "plain"],
    [".editorconfig", "plain"],
    ["src/environments/environment.ts", "plain"],
  ])("%s is %s", (path, tier) => {
    expect(tierOf(path)).toBe(tier);
  });

  const disguises: [how: string, disguise: (name: string) => string][] = [
    ["upper case", (name) => name.toUpperCase()],
    ["a trailing dot", (name) => `${name}.`],
    ["trailing blanks", (name) => `${name}  `],
    ["a stream", (name) => `${name}::$INDEX_ALLOCATION`],
    ["an invisible character", (name) => `${name.slice(0, 2)}\u200c${name.slice(2)}`],
    [
      "fullwidth letters",
      (name) => name.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ],
    ["a dotless i", (name) => name.replace("i", "\u0131")],
    ["a long s", (name) => name.replace("s", "\u017f")],
  ];
  it.each(disguises)("sees through %s, for every guarded name", (_, disguise) => {
    for (const name of guardedNames())
      expect([name, tierOf(`packages/x/${disguise(name)}`)]).toEqual([name, "protected"]);
  });

  it.each([
    "git~1/config",
    "GIT~2/config",
    "ORCHES~1/x",
    "CLAUDE~1/settings.json",
    ".claude/SETTIN~1.JSO",
    "MCP~1.JSO",
    "GI7EBA~1/config",
  ])("sees through the short name %s", (path) => {
    expect(tierOf(path)).toBe("protected");
  });

  it.each([
    [["*.sql"], "db/x.sql", "sensitive"],
    [["*.sql"], "DB/X.SQL", "sensitive"],
    [["db/**"], "db/x.ts", "sensitive"],
    [["secrets"], "a/secrets/x", "sensitive"],
    [["!.env.example"], ".env.example", "plain"],
    [["!.env.example"], "apps/web/.env.example", "plain"],
    [["!.env.example"], ".ENV.example", "sensitive"],
    [["!docs/AGENTS.md"], "AGENTS.md", "sensitive"],
    [["!**"], ".git/config", "protected"],
    [["!**"], ".mcp.json", "protected"],
    [["!**"], "package.json", "plain"],
    [["*.md", "!README.md"], "README.md", "plain"],
  ])("with %j, %s is %s", (sensitive, path, tier) => {
    expect(tierOf(path, sensitive)).toBe(tier);
  });

  it("guards what it is told to, with what lies beneath", () => {
    expect(tierOf("scripts/hook.sh", [], ["scripts/hook.sh"])).toBe("protected");
    expect(tierOf("config/claude/x", ["!**"], ["config/claude"])).toBe("protected");
    expect(tierOf("config/claudette", [], ["config/claude"])).toBe("plain");
  });

  it("guards a protected file at any depth", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "src", "x.y", "..z")),
        fc.constantFrom(...guardedNames()),
        (above, name) => {
          expect(tierOf([...above, name].join("/"), ["!**"])).toBe("protected");
        },
      ),
    );
  });
});

it.each([
  ["plain", "sensitive", "sensitive"],
  ["protected", "plain", "protected"],
  ["sensitive", "sensitive", "sensitive"],
] as const)("of %s and %s, %s counts", (one, other, strict) => {
  expect(strictest(one, other)).toBe(strict);
  expect(strictest(other, one)).toBe(strict);
});

it("folds a name to one form, and folding again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name));
    }),
  );
});

it.each([
  ["git~1", ".git", true],
  ["claude~12", ".claude", true],
  ["clau~1", ".claude", true],
  ["cl1a2b~1", ".claude", true],
  ["mcp~1.jso", ".mcp.json", true],
  ["mcp~1.ts", ".mcp.json", false],
  ["github~1", ".git", false],
  ["git", ".git", false],
])("%s may be short for %s: %s", (short, name, may) => {
  expect(mayBeShortFor(short, name)).toBe(may);
});

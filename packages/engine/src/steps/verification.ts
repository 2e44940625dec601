import type { Command, Verification } from "@writ/contracts";

/** Words of runners and names of programs, by what they look at; the first that fits counts. */
const words: readonly (readonly [Verification, RegExp])[] = [
  ["types", /^(types?|type-?check|check-types|tsc|vue-tsc|mypy|dmypy|pyright|basedpyright|sorbet|phpstan|psalm)$/],
  ["format", /^(fmt|format|prettier|black|gofmt|rustfmt|dprint)$/],
  [
    "lint",
    /^(lint|vet|clippy|check|eslint|biome|oxlint|xo|stylelint|ruff|flake8|pylint|rubocop|golangci-lint|shellcheck|clang-tidy|swiftlint|detekt|credo)$/,
  ],
  [
    "test",
    /^(t|tst|tests?|spec|unit|e2e|integration|coverage|verify|pytest|vitest|jest|mocha|ava|tap|tox|nox|ctest|rspec|phpunit|playwright|cypress|unittest|doctest)$/,
  ],
  ["build", /^(build|compile|bundle|package|assemble|make|cmake|ninja|webpack|rollup|vite|esbuild|tsup)$/],
];

/** Starts other things: what it is told to start counts. */
const starters = /^(run|run-script|exec|task|--run)$/;

/** Only look, and write nothing: `ls test` verifies nothing, whatever it names, and neither does `test -f a`. */
const lookers: readonly Verification[] = ["types", "format", "lint"];

/** What a failed command was run to verify; `null` for one that verifies nothing. Only words of the table come out. */
export function verificationOf(command: Pick<Command, "class" | "runners" | "text"> | undefined): Verification | null {
  if (command?.class === "safe")
    return firstOf(command.text.split(/&&|\|\||[;|\n]/), (part) => kindOf(programIn(part), lookers));
  if (command?.class !== "runs") return null;
  return firstOf(command.runners ?? [command.text], inLine);
}

function firstOf(lines: readonly string[], look: (line: string) => Verification | null): Verification | null {
  for (const line of lines) {
    const found = look(line);
    if (found !== null) return found;
  }
  return null;
}

/** `npm run test:unit` is told by its script, `cargo test` by its verb, `eslint` by its name, `node --test` by its option. */
function inLine(line: string): Verification | null {
  const [program = "", ...rest] = line.trim().split(/\s+/);
  if (/^node(\.exe)?$/.test(baseOf(program)) && rest.includes("--test")) return "test";
  const [verb] = rest.filter((word) => !word.startsWith("-") && !starters.test(word));
  return kindOf(verb) ?? kindOf(baseOf(program));
}

/** Also behind what runs the programs of a project. */
function programIn(line: string): string | undefined {
  const [program = "", ...rest] = line.trim().split(/\s+/);
  const isRunner = /^(npx|bunx|pnpm|yarn|npm)$/.test(program);
  return isRunner ? rest.find((word) => !word.startsWith("-") && !starters.test(word)) : baseOf(program);
}

const baseOf = (program: string): string => program.split(/[\\/]/).at(-1) ?? "";

function kindOf(word: string | undefined, among?: readonly Verification[]): Verification | null {
  const first = /^[a-z]+(?:-[a-z]+)*/i.exec(word ?? "")?.[0].toLowerCase() ?? "";
  return words.find(([kind, pattern]) => pattern.test(first) && among?.includes(kind) !== false)?.[0] ?? null;
}

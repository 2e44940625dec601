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
    /^(t|tst|tests?|spec|unit|e2e|integration|coverage|verify|pytest|vitest|jest|mocha|ava|tap|tox|nox|ctest|rspec|phpunit|playwright|cypress)$/,
  ],
  ["build", /^(build|compile|bundle|package|assemble|make|cmake|ninja|webpack|rollup|vite|esbuild|tsup)$/],
];

/** Starts other things: what it is told to start counts. */
const starters = /^(run|run-script|exec|task|--run)$/;

/** What a failed command was run to verify; `null` for one that verifies nothing. Only words of the table come out. */
export function verificationOf(command: Pick<Command, "class" | "runners" | "text"> | undefined): Verification | null {
  if (command?.class !== "runs") return null;
  for (const line of command.runners ?? [command.text]) {
    const found = inLine(line);
    if (found !== null) return found;
  }
  return null;
}

/** `npm run test:unit` is told by its script, `cargo test` by its verb, `eslint` by its name. */
function inLine(line: string): Verification | null {
  const [program = "", ...rest] = line.trim().split(/\s+/);
  const [verb] = rest.filter((word) => !word.startsWith("-") && !starters.test(word));
  return kindOf(verb) ?? kindOf(program.split(/[\\/]/).at(-1));
}

function kindOf(word: string | undefined): Verification | null {
  const first = /^[a-z]+(?:-[a-z]+)*/i.exec(word ?? "")?.[0].toLowerCase() ?? "";
  return words.find(([, pattern]) => pattern.test(first))?.[0] ?? null;
}

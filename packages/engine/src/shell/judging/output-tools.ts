import { words } from "./make.ts";

/** Names of options that one tool writes by, or reads by, other than all the others. */
interface Habits {
  readonly writes?: string;
  readonly reads?: string;
}

const maven: Habits = { writes: "l" };
const pip: Habits = { writes: "t d target prefix root src report log" };
const npm: Habits = { writes: "cache", reads: "prefix dir" };

/** By program, or by program and verb. */
const habits: Readonly<Record<string, Habits>> = {
  mvn: maven,
  mvnw: maven,
  "./mvnw": maven,
  pip,
  pip3: pip,
  uv: pip,
  npm,
  pnpm: npm,
  "dotnet test": { writes: "r d" },
  "dotnet vstest": { writes: "r d" },
  phpstan: { writes: "b" },
  yard: { writes: "b db" },
  zig: { writes: "p prefix" },
  "size-limit": { writes: "save-bundle" },
  madge: { writes: "i" },
  "dart test": { writes: "coverage" },
  nox: { writes: "envdir" },
  pytest: { writes: "debug" },
  mix: { reads: "trace" },
  mocha: { writes: "O", reads: "file" },
  next: { reads: "file" },
  buf: { reads: "path" },
  make: { reads: "o" },
};

/** What a tool does with an option of this name, where that is a habit of its own. */
export function habitOf(name: string, line: string): "writes" | "reads" | null {
  const { writes = "", reads = "" } = habits[line] ?? habits[line.split(" ", 1)[0] ?? ""] ?? {};
  if (words(writes).includes(name)) return "writes";
  return words(reads).includes(name) ? "reads" : null;
}

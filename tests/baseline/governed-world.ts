import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Session } from "@writ/contracts";
import { createWrit, sha256, type Writ } from "@writ/runtime";
import { buildPathWorld } from "../path-world.ts";
import { neutralizer, placeNamer } from "./neutral-values.ts";

const intents = `active_intents:
  - id: INT-001
    name: JWT login
    status: IN_PROGRESS
    owned_scope: ["src/auth/**", src/middleware/jwt.ts, "tests/auth/**"]
  - id: INT-002
    name: Everything
    status: IN_PROGRESS
    owned_scope: ["**"]
`;

const config = `runners: [npm test, npm run build, npm run lint, npx vitest]
`;

const manifest = {
  name: "shop",
  version: "1.0.0",
  scripts: { test: "vitest run", build: "tsc -b", lint: "biome check ." },
};

/** The repository the corpora talk about, governed, with everything around it that could differ between machines. */
export interface GovernedWorld {
  readonly root: string;
  /** As an agent's hook would see it. */
  readonly home: string;
  open(): Promise<Writ>;
  /** Writes a session down, as if it had begun and selected its intent. */
  begin(session: Pick<Session, "id" | "agent"> & Partial<Session>): Promise<void>;
  /** Takes back what calls left behind; the config and the intents may be other ones. */
  reset(over?: { readonly config?: string; readonly intents?: string }): Promise<void>;
  write(path: string, content: string): void;
  /** A text of a case, which calls the root `/ws`, as it is meant here. */
  here<T>(value: T): T;
  /** A value of this world, as the baseline keeps it. */
  neutral(value: unknown): unknown;
  /** The same for a value without prose. */
  named<T>(value: T): T;
  remove(): void;
}

/** Builds it. Until it is removed, the environment of this process is the one every machine has. */
export async function buildGovernedWorld(): Promise<GovernedWorld> {
  const { root, remove: removeTree } = buildPathWorld();
  const base = dirname(root);
  const home = join(base, "home");
  const programs = join(base, "programs");
  for (const folder of [home, programs]) mkdirSync(folder);
  for (const name of ["git", "sh", "bash"]) symlinkSync(programOnPath(name), join(programs, name));
  const environment = { PATH: programs, HOME: home, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C", TZ: "UTC" };
  const ownEnvironment = { ...process.env };
  const others = ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "CLAUDE_PROJECT_DIR", "CLAUDECODE", "WRIT_ENVIRONMENT"];
  for (const name of others) delete process.env[name];
  Object.assign(process.env, environment);

  const write = (path: string, content: string) => putFile(join(root, path), content);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  // The tree has a folder of that name for its paths only; here git works.
  rmSync(join(root, ".git"), { recursive: true });
  rmSync(join(root, ".orchestration"), { recursive: true });
  git("init", "--quiet", "--template=", "--initial-branch=main");
  write(".git/hooks/pre-commit.sample", "exit 0\n");
  write(".git/info/exclude", ".orchestration/\n");
  write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  write(".gitignore", "node_modules/\ndist/\nbuild/\ncoverage/\ntarget/\n*.log\n.env\n");
  write("hello.txt", "hi\n");
  write("README.md", "# Shop\n");
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];
  git("add", "--all");
  git(...author, "commit", "--quiet", "--message", "first");

  const sidecar = join(root, ".orchestration");
  const kept = join(base, "sidecar");
  const reset: GovernedWorld["reset"] = async (over) => {
    rmSync(join(root, ".git/writ"), { recursive: true, force: true });
    rmSync(join(root, "AGENT.md"), { force: true });
    if (over !== undefined) {
      rmSync(sidecar, { recursive: true, force: true });
      return setUp(over);
    }
    // The state stays in its folder, which its marker names: a copy would first ask git whether it came along.
    const state = join(sidecar, ".state");
    const isFirst = !existsSync(state);
    for (const folder of [sidecar, state])
      for (const name of isFirst ? [] : readdirSync(folder))
        if (name !== ".state" && name !== "home.json") rmSync(join(folder, name), { recursive: true, force: true });
    cpSync(kept, sidecar, { recursive: true, filter: (from) => isFirst || !from.endsWith("/home.json") });
  };
  const setUp: GovernedWorld["reset"] = async (over = {}) => {
    const text = over.config ?? config;
    write(".orchestration/active_intents.yaml", over.intents ?? intents);
    write(".orchestration/config.yaml", text);
    const writ = await createWrit(root);
    await writ.state.trust("config", sha256(text));
    await writ.close();
  };
  await setUp();
  cpSync(sidecar, kept, { recursive: true });
  const places = [
    [root, "/ws"],
    [home, "~"],
    [base, "/beside"],
  ] as const;
  return {
    root,
    home,
    write,
    reset,
    open: () => createWrit(root),
    async begin(session) {
      const writ = await createWrit(root);
      const at = new Date().toISOString();
      const fresh: Session = {
        startedAt: at,
        seenAt: at,
        intent: null,
        expansions: [],
        reads: {},
        refusals: [],
        ...session,
      };
      await writ.sessions.update(
        session.id,
        () => fresh,
        () => fresh,
      );
      await writ.close();
    },
    here: (value) => JSON.parse(JSON.stringify(value).replaceAll(/(?<![\w.~-])\/ws(?![\w.-])/g, root)),
    neutral: neutralizer(places),
    named: placeNamer(places),
    remove() {
      for (const name of Object.keys(environment)) delete process.env[name];
      Object.assign(process.env, ownEnvironment);
      removeTree();
    },
  };
}

function putFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function programOnPath(name: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not on the path`);
  return found;
}

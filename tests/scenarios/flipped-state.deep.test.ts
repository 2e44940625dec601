import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inDepth } from "@writ/testkit";
import { expect, it } from "vitest";
import { type Bed, ok } from "./cli-bed.ts";
import { governed, startAgent } from "./harness.ts";

const state = ".orchestration/.state";

const lost = /^(?:NO_ACTIVE_INTENT|INTENT_NOT_FOUND)$/;

/** What depends on the moment it is asked in. */
const unsteady = /"(?:bytes|seen_at|at|last)":[^,}]+/g;

const intents = `active_intents:
  - id: INT-001
    name: Login
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    quick:
      expires_at: "2999-01-01T00:00:00.000Z"
      max_files: 5
      max_lines: 50
`;

/** A repository in the middle of work: an approval, a grant, a pending call, trust, an out-of-scope change, an alarm. */
async function work(): Promise<Bed> {
  const bed = await governed(
    { "src/a.ts": "export const a = 1;\n", "other.txt": "one\n" },
    {
      intents,
      config: "assurance: {command: script, opaque: script, sensitive: script}\ncommands: {allow: [make-it]}\n",
    },
  );
  await ok(bed.writ(["trust", "--yes"]));
  const agent = startAgent(bed).session("s-1");
  await agent.select("INT-001");
  await agent.read("src/a.ts");
  await agent.write("src/a.ts", "export const a = 2;\nexport const b = 3;\n");
  await agent.bash("make-it", () => bed.put("other.txt", "two\n"));
  const asked = await agent.before("Bash", { command: "./deploy" });
  const [ticket = ""] = /T-[0-9A-Z]{6}/.exec(JSON.stringify(asked)) ?? [];
  await ok(bed.writ(["approve", ticket, "--for", "1h", "--yes"]));
  await agent.before("Write", { file_path: join(bed.root, "src/b.ts"), content: "b\n" }, { id: "open" });
  await ok(bed.writ(["log", "--json"]));
  return bed;
}

/** The database of the index takes a file away when it is closed, for which no command waits. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() && sizeOf(path) > 0 ? [path] : [];
  });
}

it("a flipped bit in a state file changes no answer silently, and opens nothing", { timeout: 300_000 }, async () => {
  const bed = await work();
  const agent = startAgent(bed).session("s-1");
  const folder = join(bed.root, state);
  const sidecar = join(bed.root, ".orchestration");
  const kept = new Map(filesIn(sidecar).map((path) => [path, readFileSync(path)]));
  // In place: a folder that was made again would be a copy.
  const restore = () => {
    for (const path of filesIn(sidecar)) if (!kept.has(path)) rmSync(path, { force: true });
    for (const [path, bytes] of kept) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
  };
  const write = (path: string) =>
    agent.before("Write", { file_path: join(bed.root, path), content: "x\n" }, { id: `toolu_${path}` });
  const answers = async () => ({
    status: (await bed.writ(["status", "--json"])).out,
    blame: (await bed.writ(["blame", "src/a.ts", "--json"])).out,
    why: (await bed.writ(["why", "src/a.ts:1", "--json"])).out,
    log: (await bed.writ(["log", "--json"])).out,
    within: (await write("src/new.ts")).says,
    beyond: (await write("beyond.txt")).says,
    granted: (await agent.before("Bash", { command: "./deploy" }, { id: "toolu_granted" })).says,
    other: (await agent.before("Bash", { command: "./undeploy" }, { id: "toolu_other" })).says,
  });
  const verify = async () => (await bed.writ(["verify", "--json"])).out;
  restore();
  const right = await answers();
  expect(right).toMatchObject({
    within: "pass",
    beyond: "SCOPE_VIOLATION",
    granted: "pass",
    other: "APPROVAL_REQUIRED",
  });
  const files = [...kept.keys()].filter((path) => path.startsWith(folder) && !/lock$|gitignore$/.test(path));
  expect(files.length).toBeGreaterThan(25);
  for (const [nth, path] of files.entries())
    for (let time = 0; time < inDepth(2, 12); time += 1) {
      restore();
      const bytes = Buffer.from(kept.get(path) ?? "");
      const bit = ((nth + 1) * 7919 + time * 104_729) % (bytes.length * 8);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, bytes);
      const about = { path, bit };
      const { status, log, within, granted, ...found } = await answers();
      const { damaged = [], alarms, ...told } = JSON.parse(status.replace(unsteady, '"unsteady":0'));
      const isReported = damaged.length > 0 || alarms.length > 0;
      // What was allowed may be asked about; what was not stays closed.
      const closed = ["NO_ACTIVE_INTENT", "INTENT_NOT_FOUND", "APPROVAL_REQUIRED", "BLOCKED_BY_POLICY"];
      const isClosed = (says: string) => isReported && closed.includes(says);
      const { blame, why, beyond, other } = right;
      const isLocked = beyond !== found.beyond;
      // Without the accepted state no intent is in force, the selected one included.
      const locked = /alarms(?:-key)?\.json$/.test(path) ? expect.stringMatching(lost) : "NO_ACTIVE_INTENT";
      expect({ ...about, ...found }).toEqual({
        ...{ ...about, blame, why },
        ...(isLocked ? { beyond: locked, other: locked } : { beyond, other: found.other }),
      });
      expect({ ...about, isRight: isLocked ? isReported : found.other === other || isClosed(found.other) }).toEqual({
        ...about,
        isRight: true,
      });
      for (const says of [within, granted])
        expect({ ...about, says, isRight: says === "pass" || isClosed(says) }).toEqual({
          ...about,
          says,
          isRight: true,
        });
      expect({ ...about, log: withoutAlarms(log) }).toEqual({ ...about, log: withoutAlarms(right.log) });
      if (!isReported) {
        const { damaged: _, alarms: none, ...steady } = JSON.parse(right.status.replace(unsteady, '"unsteady":0'));
        expect({ ...about, told, none }).toEqual({ ...about, told: steady, none: [] });
      }
      expect(JSON.parse(await verify())).toMatchObject({ problems: [] });
    }
});

/** The records, without what the flip itself gave reason to record. */
const withoutAlarms = (log: string): string[] => log.split("\n").filter((line) => !line.includes('"decision":"alarm"'));

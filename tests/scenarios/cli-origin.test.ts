import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { sampled } from "@writ/testkit";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Bed, guarded, hasTerminal, ok } from "./cli-bed.ts";
import { askFor, hasOwnPids, hasTmux, openWindow, type Shelled, startAgent, type Window, writ } from "./terminals.ts";

/** A guarded repository whose intent owns a sensitive file, which an agent is to be asked about. */
async function sensitive(): Promise<Bed> {
  const bed = await guarded();
  await ok(bed.writ(["intent", "edit", "INT-001", "--add-scope", "package.json"]));
  return bed;
}

async function ticketOf(bed: Bed, id: string) {
  const opened = await createWrit(bed.root);
  try {
    return await opened.tickets.read(id);
  } finally {
    await opened.close();
  }
}

async function approveIn(window: Window, ticket: string): Promise<void> {
  window.type(`${writ} approve ${ticket}`);
  await window.shows("or yes to approve");
  window.type("yes");
  await window.shows("Approved");
}

/** A tmux of the test's own, as the user or the agent starts it. */
function tmuxOf({ env }: Bed, name: string) {
  const socket = `tmux -S '${join(env.HOME ?? "", name)}' -f /dev/null`;
  onTestFinished(() => void spawnSync("sh", ["-c", `${socket} kill-server`], { env: { ...env } }));
  const run = (line: string): string =>
    spawnSync("sh", ["-c", `${socket} ${line}`], { env: { ...env, PS1: "ready> " }, encoding: "utf8" }).stdout;
  return {
    socket,
    run,
    shows: (text: string) =>
      vi.waitFor(() => expect(run("capture-pane -p -J")).toContain(text), { timeout: 20_000, interval: 50 }),
  };
}

describe.runIf(hasTerminal)("an answer of a user counts as typed", () => {
  it("in a terminal that was open before the agent started", async () => {
    const bed = await sensitive();
    const window = await openWindow(bed);
    const ticket = await askFor(bed, await startAgent(bed, "s-1"));
    await approveIn(window, ticket);
    expect(await ticketOf(bed, ticket)).toMatchObject({ status: "approved", assurance: "tty" });
  });

  it("in a window that a program outside of the agent opened since", async () => {
    const bed = await sensitive();
    const ticket = await askFor(bed, await startAgent(bed, "s-1"));
    await approveIn(await openWindow(bed), ticket);
    expect(await ticketOf(bed, ticket)).toMatchObject({ status: "approved", assurance: "tty" });
  });

  it.runIf(hasTmux).each(["send-keys ''", "new-window"])(
    "in a tmux that was there before the agent (%s)",
    async (open) => {
      const bed = await sensitive();
      const tmux = tmuxOf(bed, "users");
      tmux.run(`new-session -d -x 150 -y 50 -c '${bed.root}'`);
      const ticket = await askFor(bed, await startAgent(bed, "s-1"));
      tmux.run(open);
      tmux.run(`send-keys "cd '${bed.root}'; ${writ} approve ${ticket}" Enter`);
      await tmux.shows("or yes to approve");
      tmux.run("send-keys yes Enter");
      await tmux.shows("Approved");
      expect(await ticketOf(bed, ticket)).toMatchObject({ status: "approved", assurance: "tty" });
    },
  );
});

/** A text as one word of sh. */
const asWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Ways of an agent to a terminal, from a line that runs a command there and answers its question. */
const ways: readonly ((attempt: string, bed: Bed) => string)[] = [
  (attempt) => attempt,
  (attempt) => `env -i PATH="$PATH" HOME="$HOME" ${attempt}`,
  (attempt) => `(${attempt} &)`,
  (attempt) => `setsid -f env -i PATH="$PATH" HOME="$HOME" ${attempt}`,
  (attempt) =>
    `node -e 'require("child_process").spawn("sh", ["-c", process.argv[1]], {detached: true, stdio: "ignore"}).unref()' ${asWord(attempt)}`,
  // Many shells in shells.
  (attempt, { env }) => `sh '${env.HOME}/deep.sh' 100 ${asWord(attempt)}`,
  // A service that runs what it is given, older than the agent.
  (attempt, { env }) => `echo ${asWord(attempt)} > '${env.HOME}/jobs'`,
];
const deep = 'if [ "$1" = 0 ]; then sh -c "$2"; else sh "$0" $(($1 - 1)) "$2"; fi; true\n';

/** What runs jobs for whoever asks, as `at` does. */
async function startService({ root, env }: Bed): Promise<void> {
  const home = env.HOME ?? "";
  spawnSync("mkfifo", [join(home, "jobs")]);
  symlinkSync("/bin/sh", join(home, "atd"));
  const line = `cd '${root}'; while :; do IFS= read -r job < "$0" && { sh -c "$job" & }; done`;
  const child = spawn(join(home, "atd"), ["-c", line, join(home, "jobs")], {
    env: { ...env },
    detached: true,
    stdio: "ignore",
  });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), "SIGKILL"));
}

/** Has the agent answer a question, and ask nothing, in a way of its own: neither is taken. */
async function expectRefusal(bed: Bed, agent: Shelled, ticket: string, line: (attempt: string) => string) {
  const approving = agent.attempt(`cd '${bed.root}'; ${writ} approve ${ticket}`);
  await agent.run(line(approving.line));
  expect(await approving.shown()).toMatch(/PERSON_ONLY|counts as "script"/);
  const widening = agent.attempt(`cd '${bed.root}'; ${writ} intent edit INT-001 --add-scope docs`);
  await agent.run(line(widening.line));
  expect(await widening.shown()).toContain("PERSON_ONLY");
  expect(await ticketOf(bed, ticket)).toMatchObject({ status: "open" });
}

describe.runIf(hasTerminal)("an agent's answer does not count", () => {
  it("however it comes to a terminal", { timeout: 120_000 }, async () => {
    const bed = await sensitive();
    await writeFile(join(bed.env.HOME ?? "", "deep.sh"), deep);
    await startService(bed);
    const agent = await startAgent(bed, "s-1");
    const ticket = await askFor(bed, agent);
    for (const line of sampled(ways, 4)) await expectRefusal(bed, agent, ticket, (attempt) => line(attempt, bed));
  });

  it.runIf(hasOwnPids)("from where processes have other numbers", async () => {
    const bed = await sensitive();
    const agent = await startAgent(bed, "s-1");
    const ticket = await askFor(bed, agent);
    const apart = "unshare --user --map-root-user --pid --fork --mount-proc";
    await expectRefusal(bed, agent, ticket, (attempt) => `${apart} ${attempt}`);
  });

  it.runIf(hasTmux).each([
    ["its own", true],
    ["the user's", false],
  ])("from %s tmux", { timeout: 90_000 }, async (_, isOwn) => {
    const bed = await sensitive();
    const tmux = tmuxOf(bed, "tmux");
    const begin = `${tmux.socket} new-session -d -x 150 -y 50`;
    if (!isOwn) spawnSync("sh", ["-c", begin], { cwd: bed.root, env: { ...bed.env } });
    const agent = await startAgent(bed, "s-1");
    const ticket = await askFor(bed, agent);
    if (isOwn) await agent.run(begin);
    for (const verb of ["run-shell -b", "new-window -d"])
      await expectRefusal(bed, agent, ticket, (attempt) => `${tmux.socket} ${verb} ${asWord(attempt)}`);
    // A window opened for a command needs no terminal beside its own, and one that asks nothing needs nobody to type.
    const out = join(bed.env.HOME ?? "", "widened");
    const widening = `cd '${bed.root}'; ${writ} intent edit INT-001 --add-scope docs > '${out}' 2>&1; echo > '${out}.end'`;
    await agent.run(`${tmux.socket} new-window -d ${asWord(widening)}`);
    await vi.waitFor(() => expect(existsSync(`${out}.end`)).toBe(true), { timeout: 20_000, interval: 50 });
    expect(readFileSync(out, "utf8")).toContain("PERSON_ONLY");
  });

  it.each<[string, string, string]>([
    ["what Writ knows of sessions", "rm -r .orchestration/.state", "intent edit INT-001 --add-scope docs"],
    ["the sidecar", "rm -r .orchestration", "init"],
  ])("after it deleted %s", async (_, remove, command) => {
    const bed = await sensitive();
    bed.git("init", "--quiet");
    const agent = await startAgent(bed, "s-1");
    await askFor(bed, agent);
    await agent.run(`cd '${bed.root}' && ${remove}`);
    const attempt = agent.attempt(`cd '${bed.root}'; ${writ} ${command}`);
    await agent.run(`setsid -f env -i PATH="$PATH" HOME="$HOME" ${attempt.line}`);
    expect(await attempt.shown()).toContain("PERSON_ONLY");
  });

  it.runIf(hasTmux).each<[string, string]>([
    ["reads a file", "exec sh -i < '%'"],
    ["begins with a file", "exec bash --rcfile '%'"],
  ])("from a shell in the user's tmux that %s", { timeout: 60_000 }, async (_, shell) => {
    const bed = await sensitive();
    const tmux = tmuxOf(bed, "users");
    tmux.run(`new-session -d -x 150 -y 50 -c '${bed.root}'`);
    const agent = await startAgent(bed, "s-1");
    const file = join(bed.env.HOME ?? "", "lines");
    const out = join(bed.env.HOME ?? "", "widened");
    await writeFile(
      file,
      `{ cd '${bed.root}'; ${writ} intent edit INT-001 --add-scope docs > '${out}' 2>&1; echo > '${out}.end'; exit; }\n`,
    );
    await agent.run(`${tmux.socket} new-window -d ${asWord(shell.replace("%", file))}`);
    await vi.waitFor(() => expect(existsSync(`${out}.end`)).toBe(true), { timeout: 20_000, interval: 50 });
    expect(readFileSync(out, "utf8")).toContain("PERSON_ONLY");
  });

  it("from what an agent left behind that is over", async () => {
    const bed = await sensitive();
    const agent = await startAgent(bed, "s-1");
    const ticket = await askFor(bed, agent);
    const attempt = agent.attempt(`${writ} approve ${ticket}`);
    const go = join(bed.env.HOME ?? "", "go");
    await agent.run(`mkfifo '${go}'; (read -r _ < '${go}'; ${attempt.line}) > /dev/null 2>&1 &`);
    await agent.end();
    spawnSync("sh", ["-c", `echo > '${go}'`]);
    expect(await attempt.shown()).toMatch(/PERSON_ONLY|counts as "script"/);
    expect(await ticketOf(bed, ticket)).toMatchObject({ status: "open" });
  });

  it("counts as a script's where the config takes one", async () => {
    const bed = await sensitive();
    await bed.put(".orchestration/config.yaml", "assurance:\n  sensitive: script\n");
    await ok(bed.writ(["trust", "--yes"]));
    const agent = await startAgent(bed, "s-1");
    const ticket = await askFor(bed, agent);
    const attempt = agent.attempt(`${writ} approve ${ticket}`);
    await agent.run(`(${attempt.line} &)`);
    expect(await attempt.shown()).toContain("Approved");
    expect(await ticketOf(bed, ticket)).toMatchObject({ status: "approved", assurance: "script" });
  });
});

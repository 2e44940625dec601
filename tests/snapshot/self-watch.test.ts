import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Event, EventName } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../packages/runtime/src/create-writ.ts";
import { checkAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { openBed } from "./bed.ts";
import { acknowledgeAll, intents, openWatched, told, widen } from "./watched-bed.ts";

describe("a widened scope", () => {
  it.each<[string, string]>([
    ["in place", `${widen} > x && cat x > ${intents} && rm x`],
    ["by a rename over it", `${widen} > x && mv x ${intents}`],
    [
      "with size and times kept",
      `touch -r ${intents} t; ${widen} > x && cat x > ${intents}; touch -r t ${intents}; rm x t`,
    ],
    ["through a hard link", `ln ${intents} h; ${widen} > x && cat x > h; rm x h`],
    ["through a link", `ln -s ${intents} l; ${widen} > x && cat x > l; rm x l`],
    ["by deleting and making it anew", `${widen} > x; rm ${intents}; cp x ${intents}; rm x`],
  ])("opens nothing, and is an alarm at the next event: %s", async (_, line) => {
    const bed = await openWatched();
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    bed.sh(line);
    await bed.read();
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    // What was in force goes on.
    expect(await bed.write("src/auth/new.ts")).toBe("pass");
    expect(await bed.decisions("alarm")).toHaveLength(1);
    await acknowledgeAll(bed);
    expect(await bed.write("src/billing/invoice.ts")).toBe("pass");
  });

  it("is seen in the same second, twice", async () => {
    const bed = await openWatched();
    bed.sh(`cp ${intents} keep; ${widen} > wide`);
    for (let turn = 0; turn < 3; turn++) {
      bed.sh(`cat wide > ${intents}`);
      expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
      bed.sh(`cat keep > ${intents}`);
      expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    }
    bed.sh(`cat wide > ${intents}`);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toContain(`changed ${intents}`);
  });

  it("during a command, by a background job, and by a call that was taken for harmless", async () => {
    const bed = await openWatched();
    await bed.call(() => bed.sh(`${widen} > /dev/null; ${widen} > .git/x && cat .git/x > ${intents}`), "node -e 1");
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
  });

  it.each<EventName>(["session.start", "prompt.submit", "tool.after", "turn.end", "session.end"])(
    "is an alarm at %s",
    async (name) => {
      const bed = await openWatched();
      bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
      // The session goes on: it is another one that starts.
      const heard = bed.event(name, name === "tool.after" ? "Read" : undefined, { file_path: "README.md" });
      const session = name === "session.start" ? { ...heard.session, id: "S-2" } : heard.session;
      const { messages = [] } = await bed.writ.hear({ ...heard, session });
      expect(await told(bed.root)).toEqual([`changed ${intents}`]);
      expect(messages.join()).toContain("writ alarms");
    },
  );
});

describe("what a change would have opened stays closed", () => {
  it("a loosened config, also with its trust", async () => {
    const bed = await openWatched();
    bed.put(".orchestration/config.yaml", "runners: [make]\nmode: observe\n");
    bed.sh(
      `printf '[{"what":"config","hash":"sha256:%s"}]' $(sha256sum .orchestration/config.yaml | cut -d' ' -f1) > .orchestration/.state/trust.json`,
    );
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toEqual([
      "changed .orchestration/.state/trust.json",
      "changed .orchestration/config.yaml",
    ]);
    expect((await bed.writ.readConfig()).config.mode).toBe("enforce");
  });

  it("a pause", async () => {
    const bed = await openWatched();
    const pause = { until: "2999-01-01T00:00:00.000Z", reason: "r", by: "p", since: "2020-01-01T00:00:00.000Z" };
    bed.put(".orchestration/.state/pause.json", JSON.stringify(pause));
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toEqual(["created .orchestration/.state/pause.json"]);
  });

  it("an approved ticket", async () => {
    const bed = await openWatched();
    const call = bed.event("tool.before", "Bash", { command: "unknown-program x" });
    const { ticket } = await bed.writ.before(call);
    const file = `.orchestration/.state/tickets/${ticket?.id}.json`;
    const given = {
      ...JSON.parse(readFileSync(join(bed.root, file), "utf8").split("\n")[0] ?? ""),
      status: "approved",
      by: "p",
      assurance: "tty",
    };
    bed.put(file, JSON.stringify(given));
    const again = await bed.writ.before({ ...call, request: { ...call.request, callId: "again" } } as Event);
    expect(again.verdict.kind).toBe("deny");
    expect(await told(bed.root)).toEqual([`changed ${file}`]);
  });

  it("a grant", async () => {
    const bed = await openWatched();
    mkdirSync(join(bed.root, ".orchestration/.state/grants"), { recursive: true });
    const file = ".orchestration/.state/grants/G-7K2M4P.json";
    bed.put(file, "{}");
    await bed.read();
    expect(await told(bed.root)).toEqual([`created ${file}`]);
  });

  it.each<[string, string, string]>([
    ["a disabled hook", "echo '{}' > .claude/settings.json", "unwired .claude/settings.json"],
    ["a hook of git's", "echo x > .git/hooks/post-checkout", "created .git/hooks/post-checkout"],
    ["git's config", "git config core.hooksPath /tmp/x", "changed .git/config"],
    ["a declared hook", "mkdir -p .system/hooks; echo 'a: 1' > .system/hooks/x.yaml", "created .system/hooks/x.yaml"],
    ["the shim", "echo exit 0 > .orchestration/writ.sh", "created .orchestration/writ.sh"],
    ["another agent's servers", "echo '{}' > .mcp.json", "created .mcp.json"],
  ])("%s is an alarm at the next read", async (_, line, expected) => {
    const bed = await openWatched();
    bed.sh(line);
    await bed.read();
    await bed.read();
    expect(await told(bed.root)).toEqual([expected]);
  });
});

it("hooks that were trusted to deny are watched, however many settings agents have", async () => {
  const bed = await openBed();
  await bed.asUser(() => {
    bed.sh("mkdir -p .claude/hooks; for n in $(seq 450); do echo x > .claude/hooks/$n.sh; done");
    bed.sh("mkdir -p .orchestration/.state/guards; echo x > .orchestration/.state/guards/g.json");
  });
  await bed.call(() => {});
  bed.sh("rm .orchestration/.state/guards/g.json");
  await bed.call(() => {});
  expect(await told(bed.root)).toContain("deleted .orchestration/.state/guards/g.json");
});

describe("what Writ knows of its own files", () => {
  it.each<[string, string]>([
    ["deleted", "rm .orchestration/.state/alarms.json"],
    ["emptied", "echo '{}' > .orchestration/.state/alarms.json"],
    [
      "made to fit",
      `h=sha256:$(sha256sum ${intents} | cut -d' ' -f1); ${widen} > .git/x; n=sha256:$(sha256sum .git/x | cut -d' ' -f1); sed -i "s/$h/$n/" .orchestration/.state/alarms.json`,
    ],
    ["deleted with the copies", "rm -r .orchestration/.state/alarms* .orchestration/.state/accepted"],
  ])("is closed and an alarm when it is %s", async (_, line) => {
    const bed = await openWatched();
    bed.sh(line);
    bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
    expect(await bed.write("src/billing/invoice.ts")).not.toBe("pass");
    expect(await told(bed.root)).toContainEqual(expect.stringContaining(".orchestration/.state/alarms.json"));
    await acknowledgeAll(bed);
    // Where the key is gone too, nothing shows that Writ wrote the session.
    await bed.writ.select({ id: "S-1", agent: "claude-code" }, "INT-001", "library");
    expect(await bed.write("src/billing/invoice.ts")).toBe("pass");
  });

  it.each<[string, string]>([
    ["all of the sidecar", "rm -r .orchestration && git checkout -q .orchestration"],
    ["the state and the records", "rm -r .orchestration/.state .orchestration/*.jsonl"],
  ])("is missed while a session lives, also where a clone looks like what is left: %s", async (_, line) => {
    const bed = await openWatched();
    bed.sh(`${line}; ${widen} > .git/x && cat .git/x > ${intents}`);
    await bed.read();
    expect(await told(bed.root)).toContainEqual(expect.stringContaining(".orchestration/.state/alarms.json"));
    expect(await bed.write("src/billing/invoice.ts")).not.toBe("pass");
    await acknowledgeAll(bed);
    await bed.writ.select({ id: "S-1", agent: "claude-code" }, "INT-001", "library");
    expect(await bed.write("src/billing/invoice.ts")).toBe("pass");
  });

  it("may be deleted by a user, such as with git clean, once no session lives", async () => {
    const bed = await openWatched();
    await bed.writ.hear(bed.event("session.end"));
    bed.sh("rm -r .orchestration && git checkout -q .orchestration");
    const start = bed.event("session.start");
    await bed.writ.hear({ ...start, session: { ...start.session, id: "S-2" } });
    expect(await told(bed.root)).toEqual([]);
  });

  it("is not made anew by a user's command when it was deleted with the key", async () => {
    const bed = await openWatched();
    bed.sh("rm -r .orchestration/.state/alarms* .orchestration/.state/accepted");
    await checkAlarms(await openWorkspace(bed.root));
    expect(await told(bed.root)).toContainEqual(expect.stringContaining(".orchestration/.state/alarms.json"));
  });
});

describe("a user's change", () => {
  it("is none of Writ's business while no session lives", async () => {
    const bed = await openWatched();
    await bed.writ.hear(bed.event("session.end"));
    bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
    const start = bed.event("session.start");
    await bed.writ.hear({ ...start, session: { ...start.session, id: "S-2" } });
    expect(await told(bed.root)).toEqual([]);
  });

  it("through a command of Writ's is accepted, also while a session lives", async () => {
    const bed = await openWatched();
    const { id } = await bed.writ.intents.add({ name: "Another", ownedScope: ["docs/**"] });
    await bed.read();
    expect(await told(bed.root)).toEqual([]);
    await bed.writ.select({ id: "S-1", agent: "claude-code" }, id, "library");
    expect(await bed.write("docs/a.md")).toBe("pass");
    expect(statSync(join(bed.root, intents)).size).toBeGreaterThan(0);
  });

  it("does not stand for a session's that was reported while a command waited", async () => {
    const bed = await openWatched();
    await bed.asUser(async () => {
      bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
      await bed.read();
    });
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
  });

  it("put back by hand closes nothing, and stays an alarm until a user has looked", async () => {
    const bed = await openWatched();
    bed.sh(`cp ${intents} .git/keep; ${widen} > .git/x && cat .git/x > ${intents}`);
    await bed.read();
    bed.sh(`cat .git/keep > ${intents}`);
    expect(await bed.write("src/auth/new.ts")).toBe("pass");
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
  });

  it.each<[string, string]>([
    ["between calls", "git checkout -q side"],
    ["and back", "git checkout -q side && git checkout -q main"],
  ])("on another branch comes with it: %s", async (_, line) => {
    const bed = await openBed();
    bed.git("checkout", "-qb", "side");
    bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
    bed.sh("git -c user.name=a -c user.email=a@b commit -qam side; git checkout -q main");
    await bed.writ.hear({
      name: "session.start",
      at: new Date().toISOString(),
      session: { id: "S-1", agent: "claude-code" },
      cwd: bed.root,
    } as Event);
    await bed.call(() => {});
    bed.sh(line);
    await bed.call(() => {});
    expect(await told(bed.root)).toEqual([]);
  });

  it("stashed keeps what was in force", async () => {
    const bed = await openWatched();
    await bed.writ.intents.add({ name: "Another", ownedScope: ["docs/**"] });
    await bed.call(() => {});
    await bed.call(() => bed.sh("git -c user.name=a -c user.email=a@b stash -q"));
    expect(await bed.write("src/auth/new.ts")).toBe("pass");
    await bed.call(() => bed.sh("git stash pop -q"));
    expect(await told(bed.root)).toEqual([]);
  });
});

import { join } from "node:path";
import { type AgentId, agentIds, type EventName, ProblemError, type Shipped, type WiredFile } from "@writ/contracts";
import { inDepth, oddSettings } from "@writ/testkit";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { commandLine } from "./command-line.ts";
import { adapters } from "./index.ts";
import { wirings } from "./wirings.ts";

const shipped: Shipped = {
  plugin: (agent) => `// Written by \`writ init\`.\nexport const plugin = ${JSON.stringify(agent)};\n`,
};
const audiences = ["team", "personal"] as const;

/** Every file of every agent, once. */
const files = Object.values(wirings).flatMap(({ agent, files: filesFor }) => {
  const all = audiences
    .flatMap((audience) => filesFor(audience, shipped))
    .flatMap((file) => [file, ...(file.others ?? [])]);
  return [...new Map(all.map((file) => [file.path, file])).values()].map((file) => ({ agent, file, path: file.path }));
});

const fixture = (agent: string, path: string) =>
  join(import.meta.dirname, "../fixtures/wiring", agent, path.replace(/^\./, "").replaceAll("/", "__"));

describe("the wirings", () => {
  it("are there for every agent with hooks", () => {
    expect(Object.keys(wirings)).toEqual(agentIds.filter((agent) => agent !== "roo"));
    for (const [id, { agent }] of Object.entries(wirings)) expect(agent).toBe(id);
  });

  it.each(files)("$agent writes exactly this into a new $path", async ({ agent, file }) => {
    const text = file.wire(null);
    await expect(text).toMatchFileSnapshot(fixture(agent, file.path));
    expect(file.state(text)).toBe("wired");
    expect(file.wire(text)).toBe(text);
    expect(file.unwire(text)).toBeNull();
    expect(file.state(null)).toBe("absent");
  });

  it.each(Object.values(wirings))("$agent names its hooks' file first, and people's own words", (wiring) => {
    const [first] = wiring.files("team", shipped);
    expect(first?.purpose).toMatch(/hooks|plugin/);
    const { project, home, commands } = wiring.signs;
    for (const signs of [project, home, commands]) expect(signs.length).toBeGreaterThan(0);
    for (const sentence of [...wiring.trust, ...wiring.limits])
      expect(sentence).toMatch(/^[A-Z].*(?:[.]|: writ \S+( \S+)*|: amp \S+.*)$/);
  });
});

/** Where the entries stand in a file that holds nothing else. */
function pathsIn(text: string): { at: readonly string[]; isList: boolean }[] {
  const found: { at: readonly string[]; isList: boolean }[] = [];
  const walk = (value: unknown, at: readonly string[]): void => {
    if (Array.isArray(value)) found.push({ at, isList: true });
    else if (typeof value === "object" && value !== null && !Object.hasOwn(value, "writ")) {
      for (const [name, one] of Object.entries(value)) walk(one, [...at, name]);
    } else if (typeof value === "object" && value !== null) found.push({ at, isList: false });
  };
  walk(parse(text), []);
  return found;
}

function tryWire(file: WiredFile, text: string): string | null {
  try {
    return file.wire(text);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "SETTINGS_INVALID") return null;
    throw error;
  }
}

const inJson = files.filter(({ path, file }) => /\.jsonc?$/.test(path) && file.purpose !== "plugin");

describe("settings people already have", () => {
  it.each(inJson)("$agent, $path: come back byte for byte", ({ file }) => {
    let wired = 0;
    fc.assert(
      fc.property(oddSettings(pathsIn(file.wire(null))), (text) => {
        const next = tryWire(file, text);
        if (next === null) return;
        wired += 1;
        expect(file.unwire(next)).toBe(text);
        expect(file.wire(next)).toBe(next);
        expect(file.state(next)).toBe("wired");
        expect(file.state(text)).toBe("absent");
      }),
      { numRuns: inDepth(60, 150) },
    );
    expect(wired).toBeGreaterThan(inDepth(5, 20));
  });

  it.each(files.filter(({ file }) => file.purpose === "plugin"))(
    "$agent, $path: a file of the same name is left alone",
    ({ file }) => {
      const theirs = "export const mine = 1;\n";
      expect(() => file.wire(theirs)).toThrow(/not Writ's/);
      expect(file.unwire(theirs)).toBe(theirs);
      expect(file.state(theirs)).toBe("absent");
      expect(file.state(`${file.wire(null)}// older\n`)).toBe("outdated");
    },
  );
});

/** Every handler a file holds, with its event and the list it stands in. */
interface Handler {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly line: string;
}

function handlersIn(text: string): Handler[] {
  const found: Handler[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const fields: Record<string, unknown> = { ...value };
    const line = fields.command ?? fields.bash ?? Object(fields.action).command;
    const event = typeof line === "string" ? /writ\.sh" [a-z-]+ (\w+)/.exec(line)?.[1] : undefined;
    if (typeof line === "string" && event !== undefined) found.push({ event, fields, line });
    else for (const one of Object.values(fields)) walk(one);
  };
  walk(JSON.parse(text));
  return found;
}

const hooked = inJson.filter(({ file }) => file.purpose.includes("hooks"));

describe("the installed hooks", () => {
  it.each(hooked)("$agent, $path: are events the adapter knows, and one that can refuse", ({ agent, file }) => {
    const handlers = handlersIn(file.wire(null));
    const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/" };
    const names = handlers.map(({ event }) => adapters[agent]?.toEvent({}, { ...stamp, event })?.name);
    expect(names).not.toContain(undefined);
    expect(names).toEqual(
      expect.arrayContaining<EventName>(["prompt.submit", "tool.before", "tool.after", "turn.end"]),
    );
    for (const { line, event } of handlers) expect(line).toContain(`writ.sh" ${agent} ${event} framed `);
  });

  // Corpus G031: 30 read as milliseconds makes every hook late, and a late hook lets everything pass.
  const units: Partial<Record<AgentId, readonly [field: string, perSecond: number]>> = {
    "claude-code": ["timeout", 1],
    codex: ["timeout", 1],
    copilot: ["timeoutSec", 1],
    gemini: ["timeout", 1000],
    qwen: ["timeout", 1000],
    droid: ["timeout", 1],
    cursor: ["timeout", 1],
    kiro: ["timeout", 1],
  };

  it.each(hooked.filter(({ agent }) => agent !== "windsurf"))(
    "$agent, $path: wait as long as the adapter believes, in the agent's own unit",
    ({ agent, file }) => {
      const [field, perSecond] = units[agent] ?? ["", 0];
      for (const { event, fields } of handlersIn(file.wire(null))) {
        const name = adapters[agent]?.toEvent({}, { at: "2026-11-15T00:00:00.000Z", cwd: "/", event })?.name;
        const patience = adapters[agent]?.patience(name ?? "tool.before");
        expect({ event, ms: (Number(fields[field]) / perSecond) * 1000 }).toEqual({ event, ms: patience });
      }
    },
  );

  // Corpus G032: lists in matchers, and names with a hyphen, have been known never to match.
  it.each(hooked)("$agent, $path: have no list in a matcher", ({ file }) => {
    expect(file.wire(null)).not.toMatch(/"matcher": "[^"]*[,|-]/);
  });

  it("say so where an agent can be told to refuse when a hook fails", () => {
    const guards = (agent: "claude-code" | "cursor") =>
      handlersIn(wirings[agent].files("team", shipped)[0]?.wire(null) ?? "{}").filter(({ event }) =>
        /^pretooluse$/i.test(event),
      );
    expect(guards("claude-code")).toMatchObject([{ fields: { onFailure: "block" } }]);
    expect(guards("cursor")).toMatchObject([{ fields: { failClosed: true } }]);
  });
});

it("registers the MCP server once where two agents read the same file", () => {
  const of = (agent: "claude-code" | "copilot") =>
    wirings[agent].files("team", shipped).find(({ path }) => path === ".mcp.json");
  expect(of("claude-code")).toBe(of("copilot"));
});

describe("a hook that breaks", () => {
  const events = (text: string): string[] =>
    [...text.matchAll(/writ\.sh\\+" ([a-z-]+) (\w+); elif/g)].map((found) => found[2] ?? "");

  it.each(files)("refuses before a tool and nowhere else: $agent $path", ({ agent, file }) => {
    for (const event of events(file.wire(null))) {
      const name = adapters[agent]?.toEvent({ session_id: "s" }, { at: "", cwd: "/", event })?.name;
      const isGuard = commandLine(agent, event).includes("so it is refused");
      // Reading is never refused for want of Writ.
      expect([event, isGuard]).toEqual([event, name === "tool.before" && event !== "pre_read_code"]);
    }
  });
});

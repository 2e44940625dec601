import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sumOf } from "../../packages/stores/src/state/json-file.ts";
import { acknowledgeAll, intents, openWatched, told, widen } from "./watched-bed.ts";

type Bed = Awaited<ReturnType<typeof openWatched>>;
type Json = ReturnType<typeof JSON.parse>;

const stateOf = ({ root }: Bed, name: string) => join(root, ".orchestration/.state", name);
const sessionOf = (bed: Bed) => nameOf(stateOf(bed, "sessions"), /^[^.].*\.json$/);

/** A file of the state as someone writes it who knows its form and not the key. */
const forms: Record<string, (body: string, last: string) => string> = {
  "with its sum": (body) => `${body}\n{"sum":"${sumOf(body)}"}\n`,
  "without a last line": (body) => `${body}\n`,
  "with the seal it had": (body, last) => `${body}\n${last}\n`,
  "as version 0.1.0 indented it": (body) => `${JSON.stringify(JSON.parse(body), null, 2)}\n`,
};

function forge(path: string, change: (value: Json) => void, form: keyof typeof forms = "with its sum"): void {
  const [body = "", last = ""] = readFileSync(path, "utf8").split("\n");
  const value = JSON.parse(body);
  change(value);
  writeFileSync(path, forms[form]?.(JSON.stringify(value), last) ?? "");
}

const nameOf = (folder: string, found: RegExp): string => {
  const name = readdirSync(folder).find((one) => found.test(one));
  if (name === undefined) throw new Error(`nothing like ${found} in ${folder}`);
  return join(folder, name);
};

const widenCompiled = (value: Json) => {
  for (const intent of value.value.intents) intent.ownedScope = ["**"];
};

describe.each(Object.keys(forms))("a state file forged %s opens nothing", (form) => {
  it("the compiled intents", async () => {
    const bed = await openWatched();
    forge(stateOf(bed, "compiled/intents.json"), widenCompiled, form);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await bed.write("src/auth/new.ts")).toBe("pass");
  });

  it("the compiled config", async () => {
    const bed = await openWatched();
    const loosened = ({ value }: Json) => Object.assign(value.config, { mode: "observe" });
    forge(stateOf(bed, "compiled/config.json"), loosened, form);
    expect((await bed.writ.readConfig()).config.mode).toBe("enforce");
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
  });

  it.each<[string, (value: Json) => void]>([
    ["expansions", (value) => value.expansions.push({ intent: "INT-001", glob: "src/**" })],
    ["intent", (value) => Object.assign(value, { intent: "INT-002" })],
  ])("the session's %s", async (_, change) => {
    const bed = await openWatched();
    forge(sessionOf(bed), change, form);
    expect(await bed.write("src/billing/invoice.ts")).not.toBe("pass");
    // Selecting the intent again is all it takes.
    await bed.writ.select({ id: "S-1", agent: "claude-code" }, "INT-001", "library");
    expect(await bed.write("src/auth/new.ts")).toBe("pass");
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
  });
});

it("the compiled form of accepted copies opens nothing", async () => {
  const bed = await openWatched();
  bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
  expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
  const folder = stateOf(bed, "accepted/.orchestration/.state/compiled");
  if (existsSync(folder)) forge(nameOf(folder, /^intents/), widenCompiled);
  expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
});

describe("a session that seems to be over", () => {
  it.each<[string, (bed: Bed) => void]>([
    ["ended", (bed) => forge(sessionOf(bed), (value) => Object.assign(value, { endedAt: value.seenAt }))],
    ["not heard of for long", (bed) => forge(sessionOf(bed), (value) => Object.assign(value, { seenAt: "2020" }))],
    ["deleted", (bed) => rmSync(sessionOf(bed))],
    ["deleted with the others", (bed) => rmSync(stateOf(bed, "sessions"), { recursive: true })],
    ["emptied", (bed) => writeFileSync(sessionOf(bed), "")],
  ])("makes no change a user's: %s", async (_, hide) => {
    const bed = await openWatched();
    hide(bed);
    bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
    await bed.read();
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
    await bed.writ.select({ id: "S-1", agent: "claude-code" }, "INT-001", "library");
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    await acknowledgeAll(bed);
    expect(await bed.write("src/billing/invoice.ts")).toBe("pass");
  });

  it("without a look before, a commit of its own brings nothing", async () => {
    const bed = await openWatched();
    await bed.call(() => {});
    bed.sh(`${widen} > .git/x && cat .git/x > ${intents}; rm -r .orchestration/.state/snapshot*`);
    bed.sh("git -c user.name=a -c user.email=a@b commit -qam wide");
    await bed.read();
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
  });
});

it("state without any seal is not taken for an earlier version's", async () => {
  const bed = await openWatched();
  rmSync(stateOf(bed, "alarms-key.json"));
  const hashes = bed.sh(`sha256sum ${intents}; ${widen} | sha256sum`).match(/[0-9a-f]{64}/g) ?? [];
  const asWidened = (value: Json) => {
    value.seal = undefined;
    value.baseline.find(([path]: [string]) => path === intents)[1].hash = `sha256:${hashes[1]}`;
  };
  forge(stateOf(bed, "alarms.json"), asWidened);
  forge(sessionOf(bed), (value) => value.expansions.push({ intent: "INT-001", glob: "src/**" }));
  bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
  expect(await bed.write("src/billing/invoice.ts")).not.toBe("pass");
  expect(await told(bed.root)).toContainEqual(expect.stringContaining(".orchestration/.state/alarms.json"));
});

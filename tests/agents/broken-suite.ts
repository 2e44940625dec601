import type { BedAgent } from "@writ/testkit/bed";
import type { Turn } from "@writ/testkit/model";
import { afterAll, expect, it } from "vitest";
import { type Breakage, breakagesOf, hangingDaemon } from "./breakage.ts";
import { files, handshake } from "./day.ts";
import { runOnce, unless } from "./group.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

/** What an agent may do while Writ is broken, in one run: the handshake works, then one thing after the other does not. */
export function aBrokenDay(agent: BedAgent): void {
  let workshop: Workshop;
  let day: Day;
  let breakages: Breakage[] = [];
  const fileOf = (name: string) => `src/auth/${name.replaceAll(" ", "-")}.ts`;
  const write = (name: string) => ({ do: "write", path: fileOf(name), content: "export {};\n" }) as const;
  const names = [
    hangingDaemon,
    "crashes",
    "is killed",
    "says nonsense",
    "breaks off in the middle",
    "answers never",
    "is not installed",
    "has no Node",
    "has an empty shim",
    "has a foreign shim",
    "has a shim that allows everything",
    "has a shim that hangs",
    "has lost its shim",
    "has lost its folder",
  ];

  runOnce(async () => {
    workshop = await openWorkshop([agent.id], files);
    breakages = breakagesOf(workshop);
    expect(breakages.map(({ name }) => name)).toEqual(names);
    const turns: Turn[] = [
      { name: "the handshake", act: handshake(agent) },
      { name: "whole", act: write("whole") },
    ];
    let mend = () => {};
    for (const one of breakages) {
      const before = mend;
      const first = async () => {
        before();
        await one.break();
      };
      turns.push({ name: one.name, act: write(one.name), first });
      if (one.name === "is not installed")
        turns.push({ name: "reading", act: { do: "read", path: "src/auth/login.ts" } });
      mend = () => one.mend();
    }
    const last = mend;
    turns.push({ name: "mended", act: write("mended"), first: () => last() });
    turns.push({ name: "the end", act: { do: "say", text: "Done." } });
    day = await workshop.work(agent, turns, { patienceMs: 300_000 });
  });
  afterAll(async () => await workshop?.close());

  it("ends in good order", () => {
    expectGoodEnd(day);
    expect(workshop.read(fileOf("whole"))).not.toBeNull();
  });

  it("goes on without a daemon that hangs", () => {
    expect(workshop.read(fileOf(hangingDaemon))).not.toBeNull();
  });

  it.each(names.filter((name) => name !== hangingDaemon))("writes nothing when it %s", (name) => {
    expect(day.model.told(name) ?? "", "what the model hears of it").toMatch(/\bwrit\b/i);
    expect(workshop.read(fileOf(name))).toBeNull();
  });

  unless(agent.lacks.reading)("goes on reading when Writ is not installed", () => {
    expect(day.model.told("reading")).toContain("export const login = 1;");
  });

  it("works again once it is mended", async () => {
    expect(workshop.read(fileOf("mended"))).not.toBeNull();
    expect(JSON.parse((await workshop.writ("verify", "--json")).out)).toMatchObject({ ok: true });
  });
}

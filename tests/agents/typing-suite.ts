import type { BedAgent } from "@writ/testkit/bed";
import type { Turn } from "@writ/testkit/model";
import { afterAll, describe, expect, it } from "vitest";
import { handshake } from "./day.ts";
import { runOnce } from "./group.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

const files: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n",
  "src/auth/login.ts": "export const login = 1;\n",
  "src/billing/invoice.ts": "export const total = 1;\n",
};
const stray = "echo stray > src/billing/invoice.ts";
const written = `require("node:fs").writeFileSync("src/billing/invoice.ts", "stray")`;

/** Programs that start others from their input, and what the model types into each so that one does. */
const listeners: readonly (readonly [command: string, typed: string])[] = [
  ["less README.md", `!${stray}\n`],
  ["cat README.md | less", `!${stray}\n`],
  ["man sh", `!${stray}\n`],
  ["vi src/auth/login.ts", `:!${stray}\n`],
  ["vim -R README.md", `:!${stray}\n`],
  ["ed README.md", `!${stray}\n`],
  ["git commit --allow-empty", `:!${stray}\n`],
  ["git add -p", "e\n"],
  ["bash", `${stray}\n`],
  ["sh -i", `${stray}\n`],
  ["python3", `open("src/billing/invoice.ts", "w").write("stray")\n`],
  ["python3 -i -c 1", `open("src/billing/invoice.ts", "w").write("stray")\n`],
  ["node", `${written}\n`],
  ["node -i", `${written}\n`],
  ["node -e 'require(\"node:repl\").start()'", `${written}\n`],
  ["sqlite3", `.shell ${stray}\n`],
  ["gdb", `shell ${stray}\n`],
];

/** A command with a terminal of its own, and then what is typed into it. */
const typing = ([command, typed]: readonly [command: string, typed: string]): Turn[] => [
  { name: command, act: { do: "tool", tool: "exec_command", input: { cmd: command, tty: true, yield_time_ms: 1000 } } },
  {
    name: `typing into ${command}`,
    act: (told) => ({
      do: "tool",
      tool: "write_stdin",
      input: { session_id: runningIn(told(command)), chars: typed, yield_time_ms: 1000 },
    }),
  },
];

/** The number of the command that runs on; without one the model guesses. */
const runningIn = (told: string | null): number => Number(/session ID (\d+)/i.exec(told ?? "")?.[1] ?? 1000);

/** What the model types into a running command reaches no hook, so nothing runs that would take orders from it. */
export function aDayOfTyping(agent: BedAgent): void {
  let workshop: Workshop;
  let day: Day;
  const lines: readonly (readonly [command: string, typed: string])[] = [
    ["head -n 1 > src/auth/typed.ts", "export const typed = 1;\n"],
    ...listeners,
  ];

  runOnce(async () => {
    workshop = await openWorkshop([agent.id], files);
    const first = { name: "the handshake", act: handshake(agent) };
    const last: Turn = { name: "the end", act: { do: "say", text: "Done." } };
    day = await workshop.work(agent, [first, ...lines.flatMap(typing), last]);
  });
  afterAll(async () => await workshop?.close());

  it("ends in good order", () => {
    expectGoodEnd(day);
    expect(day.model.exchanges.at(-1)?.turn).toBe("the end");
  });

  it("types into a command that passed", () => {
    expect(workshop.read("src/auth/typed.ts")).toBe("export const typed = 1;\n");
  });

  describe("starts nothing that takes orders from what is typed", () => {
    it.each(listeners.map(([command]) => command))("%s", (command) => {
      expect(day.model.told(command)).toContain("APPROVAL_REQUIRED");
    });
  });

  it("changes nothing by typing", async () => {
    expect(workshop.read("src/billing/invoice.ts")).toBe(files["src/billing/invoice.ts"]);
    expect(await workshop.git("log", "--format=%s")).toBe("guarded\nfirst\n");
    expect(await workshop.git("status", "--porcelain", "src")).toBe("?? src/auth/typed.ts\n");
  });
}

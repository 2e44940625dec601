import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskFolder } from "@writ/testkit";
import { expect, it, onTestFinished } from "vitest";
import { createWrit } from "../create-writ.ts";

const intents = "active_intents:\n  - {id: A, name: A, status: IN_PROGRESS, owned_scope: [src/**]}\n";

const daemons = `writ-${process.getuid?.()}`;

/** `pass`, or what lies beneath the folder that the command may not change as a whole. */
async function answersTo(lines: readonly string[]) {
  const place = diskFolder("writ-holdings-");
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  for (const folder of ["plain/deep", "guarded/deep/.orchestration", "above/ws/src", "above/ws/.orchestration"]) {
    mkdirSync(join(place, folder), { recursive: true });
  }
  writeFileSync(join(place, "above/ws/.orchestration/active_intents.yaml"), intents);
  const writ = await createWrit(join(place, "above/ws"));
  onTestFinished(() => writ.close());
  const answers: string[] = [];
  for (const line of lines) {
    const { verdict, message } = await writ.explain({ command: line.replaceAll("<place>", place) }, "A");
    answers.push(verdict === "deny" ? (/\((\S+), .*beneath it\)/.exec(message)?.[1] ?? message) : verdict);
  }
  return answers.map((answer) => answer.replace(place, "<place>"));
}

it.skipIf(process.platform !== "linux")(
  "a folder that holds the daemon's, the workspace or another one does not change as a whole",
  async () => {
    expect(
      await answersTo([
        "tar -xf src/a.tar -C <place>/plain",
        "rm -rf <place>/plain",
        "tar -xf src/a.tar -C <place>/guarded",
        "rm -rf <place>/guarded",
        "rm -rf <place>/above",
        `rm -f /tmp/${daemons.slice(0, -1)}[0-9]/*`,
        "cp src/*.ts /tmp",
      ]),
    ).toEqual([
      "pass",
      "pass",
      "<place>/guarded/deep/.orchestration",
      "<place>/guarded/deep/.orchestration",
      "<place>/above/ws",
      `/tmp/${daemons}`,
      "pass",
    ]);
  },
);

import type { BedAgent } from "@writ/testkit/bed";
import { describe, expect, it } from "vitest";
import { aBrokenDay } from "./broken-suite.ts";
import { missing, titled } from "./cache.ts";
import { aDayOfWork } from "./day-suite.ts";
import { aDayWithHooks } from "./hooks-suite.ts";
import { aDayInTheShell } from "./shell-suite.ts";
import { aDayElsewhere } from "./wherever-suite.ts";

/** What every agent does once `writ init` has wired it. */
export async function describeAgent(agent: BedAgent): Promise<void> {
  const gone = await missing(agent);
  if (gone?.fault && agent.required) {
    it(`${agent.title} is there`, () => expect.fail(gone.reason));
    return;
  }
  describe.skipIf(gone !== null)(titled(agent.title, gone), () => {
    describe("a day of work", () => aDayOfWork(agent));
    describe("in the shell", () => aDayInTheShell(agent));
    describe("with hooks of the repository", () => aDayWithHooks(agent));
    describe("wherever it starts", () => aDayElsewhere(agent));
    describe("when Writ is broken", () => aBrokenDay(agent));
  });
}

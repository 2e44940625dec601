import { beforeAll, beforeEach, it } from "vitest";

/** A test that some agent cannot take, with the reason in its name. */
export const unless = (reason: string | undefined) => (name: string, body: () => Promise<void> | void) =>
  reason === undefined ? it(name, body) : it.skip(`${name} (${reason})`, body);

/** What all tests of a group look at. Where it fails, none of them may pass for skipped. */
export function runOnce(run: () => Promise<void>): void {
  let failure: unknown;
  beforeAll(async () => {
    await run().catch((error: unknown) => {
      failure = error;
    });
  });
  beforeEach(() => {
    if (failure !== undefined) throw failure;
  });
}

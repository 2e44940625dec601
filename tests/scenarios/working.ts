import { expect } from "vitest";
import type { Bed } from "./cli-bed.ts";
import { type Conversation, governed, startAgent } from "./harness.ts";

/** A session under INT-001 that has changed `src/auth/a.ts` from `a` to `b`. */
export async function working(
  options: Parameters<typeof governed>[1] = {},
): Promise<{ bed: Bed; claude: Conversation }> {
  const bed = await governed({ "src/auth/a.ts": "a\n" }, options);
  const claude = startAgent(bed).session("s-1");
  await claude.select("INT-001");
  expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("pass");
  return { bed, claude };
}

/** What the doctor finds, and how it ends. */
export async function findings(bed: Bed): Promise<{ code: number | null; text: string }> {
  const { code, out } = await bed.writ(["doctor", "--json"]);
  return { code, text: JSON.stringify(JSON.parse(out).findings) };
}

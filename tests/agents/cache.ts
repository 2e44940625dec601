import { join } from "node:path";
import { type BedAgent, findInstalled } from "@writ/testkit/bed";

/** Where the agents are kept between runs; `WRIT_AGENTS` where several checkouts share them. */
export const cache = process.env.WRIT_AGENTS || join(process.cwd(), ".build", "agents");

/** The installed files of an agent. */
export async function filesOf(pin: BedAgent["pin"]): Promise<{ file: string; node: string }> {
  const file = await findInstalled(pin, cache);
  const node = pin.node === undefined ? process.execPath : await findInstalled(pin.node, cache);
  if (file === null || node === null)
    throw new Error(`${pin.packages.join(" ")} is not installed: npm run test:agents`);
  return { file, node };
}

/** Why an agent cannot run. `fault`: it could, were the bed in order. */
export interface Missing {
  readonly reason: string;
  readonly fault: boolean;
}

/** Why an agent cannot run here; `null` when it can. */
export async function missing(agent: BedAgent): Promise<Missing | null> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    const here = `${process.platform} on ${process.arch}`;
    return { reason: `the pinned packages are for Linux on x64, and this is ${here}`, fault: false };
  }
  const failed = JSON.parse(process.env.WRIT_BED_FAILED ?? "{}")[agent.id];
  if (failed !== undefined) return { reason: `it could not be installed: ${failed}`, fault: true };
  return filesOf(agent.pin).then(
    () => null,
    (error: Error) => ({ reason: error.message, fault: true }),
  );
}

/** The name of a group of tests, with the reason where it is skipped. */
export function titled(name: string, gone: Missing | null): string {
  return gone === null ? name : `${name}: ${gone.reason}`;
}

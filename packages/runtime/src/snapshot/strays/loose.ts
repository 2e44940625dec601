import type { Config } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";

/** Whether everything passes for now: then what strays is recorded, and nobody is told. */
export async function isLoose({ state, ports }: Workspace, { mode }: Pick<Config, "mode">): Promise<boolean> {
  return mode === "observe" || ((await state.readPause())?.until ?? "") > ports.now();
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Wiring } from "@writ/contracts";
import type { Context } from "../../io.ts";
import { onPath } from "../on-path.ts";

/** Where signs of an agent are. */
export interface Presence {
  readonly inRepository: boolean;
  readonly onMachine: boolean;
}

/** Looks for the signs of an agent. */
export async function presenceOf({ signs }: Wiring, root: string, context: Context): Promise<Presence> {
  const commands = await Promise.all(signs.commands.map((name) => onPath(name, context)));
  return {
    inRepository: signs.project.some((name) => existsSync(join(root, name))),
    onMachine:
      commands.some((file) => file !== null) || signs.home.some((name) => existsSync(join(context.home, name))),
  };
}

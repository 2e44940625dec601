import { type Head, readHead } from "../git/head.ts";
import type { Workspace } from "./types.ts";

/** Where the work tree stands, as the host says or as git's files do. */
export function headOf({ ports, root }: Workspace): Promise<Head> {
  return ports.head?.(root) ?? readHead(root);
}

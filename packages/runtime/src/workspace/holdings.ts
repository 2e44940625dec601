import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Config, Effect, FileFact, Tier } from "@writ/contracts";
import { strictest, tierOf } from "@writ/engine";
import { linkedGuards } from "../identity/index.ts";
import { entriesIn } from "./entries.ts";
import { sensitiveOf } from "./identities.ts";
import type { Workspace } from "./types.ts";

/** More files are not looked through; then one of them may be sensitive. */
const most = 5_000;

/** A pattern may match anything in its folder, so the folder counts as guarded as the most guarded file beneath it. */
export function addHoldings(
  { root, ports }: Workspace,
  effects: readonly Effect[],
  files: Record<string, FileFact>,
  config: Config,
): void {
  const guarded = [...linkedGuards(root), ...(ports.events?.guarded() ?? [])];
  const tier = (path: string): Tier => tierOf(path, sensitiveOf(config), guarded);
  for (const { path, within } of effects) {
    const fact = within === true && path !== null ? files[path] : undefined;
    if (path === null || fact?.kind !== "directory") continue;
    if (fact.place === "scratch" && fact.holds === undefined) {
      const sidecar = sidecarIn(fact.path);
      if (sidecar !== null)
        files[path] = { ...fact, holds: [{ path: sidecar, what: "which guards another workspace" }] };
    }
    if (fact.place !== "workspace") continue;
    files[path] = { ...fact, tier: strictest(fact.tier, tierWithin(root, fact.path === "." ? "" : fact.path, tier)) };
  }
}

/** The sidecar of a workspace that lies in a temporary folder; `null` where none is found among its first names. */
function sidecarIn(top: string): string | null {
  const folders = [top];
  let count = 0;
  for (const at of folders) {
    for (const entry of entriesIn(at)) {
      count += 1;
      if (!entry.isDirectory()) continue;
      if (entry.name === ".orchestration") return join(at, entry.name);
      if (entry.name !== "node_modules" && entry.name !== ".git") folders.push(join(at, entry.name));
    }
    if (count > most) return null;
  }
  return null;
}

/** A link in the folder leads elsewhere, which nobody looked at: that is worth a question too. */
function tierWithin(root: string, folder: string, tierAt: (path: string) => Tier): Tier {
  let found: Tier = "plain";
  const folders = [folder];
  let count = 0;
  for (let at = folders.pop(); at !== undefined && found !== "protected"; at = folders.pop()) {
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      count += 1;
      if (count > most) return strictest(found, "sensitive");
      found = strictest(found, entry.isSymbolicLink() ? "sensitive" : tierAt(path));
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return found;
}

import { join } from "node:path";
import { sidecarName } from "./locate.ts";

/** Where everything of one workspace is kept (design 3). */
export interface SidecarPaths {
  dir: string;
  intents: string;
  config: string;
  traces: string;
  decisions: string;
  map: string;
  published: string;
  state: string;
  quarantine: string;
  leases: string;
}

/** The files and folders below `.orchestration/`. */
export function sidecarPaths(root: string): SidecarPaths {
  const dir = join(root, sidecarName);
  const state = join(dir, ".state");
  return {
    dir,
    intents: join(dir, "active_intents.yaml"),
    config: join(dir, "config.yaml"),
    traces: join(dir, "agent_trace.jsonl"),
    decisions: join(dir, "decisions.jsonl"),
    map: join(dir, "intent_map.md"),
    published: join(dir, "ledger"),
    state,
    quarantine: join(state, "quarantine"),
    leases: join(state, "leases"),
  };
}

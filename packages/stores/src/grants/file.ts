import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Grant, GrantStore } from "@writ/contracts";
import type { Announce } from "../announce.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { namesIn, valueIn, writeJson } from "../state/json-file.ts";
import { statePath } from "../state/sidecar.ts";
import { isGrant } from "./check.ts";
import { toGrantId } from "./ids.ts";
import { byAge, isInForce, type NewGrant, requireSound } from "./rules.ts";

/** How long a grant is kept once it holds no more: long enough to be asked about. */
const keptDays = 7;

const pathOf = (state: string, id: string): string => statePath(state, "grants", `${id}.json`);
const inTurn = <T>(state: string, run: () => Promise<T>): Promise<T> =>
  withFileLock(statePath(state, "locks", "grants.lock"), run);

function read(state: string, typed: string): Grant | null {
  const id = toGrantId(typed);
  const grant = id === null ? null : valueIn(pathOf(state, id), isGrant);
  return grant?.id === id ? grant : null;
}

function list(state: string): Grant[] {
  const names = namesIn(statePath(state, "grants")).filter((name) => /^G-.{6}\.json$/.test(name));
  return names.flatMap((name) => read(state, name.slice(0, -".json".length)) ?? []).sort(byAge);
}

type Write = (grant: Grant) => Promise<void>;

async function add(state: string, write: Write, given: NewGrant): Promise<Grant> {
  const all = list(state);
  requireSound(given, all);
  const oldest = Date.parse(given.createdAt) - keptDays * 86_400_000;
  for (const { id, until } of all)
    if (Date.parse(until) < oldest) rmSync(join(statePath(state, "grants"), `${id}.json`), { force: true });
  const grant: Grant = { ...given, uses: 0 };
  await write(grant);
  return grant;
}

/** Grants, each in a file of `.orchestration/.state/grants/`. */
export function openFileGrants(state: string, announce?: Announce): GrantStore {
  /** A grant is a user's decision, and so is its end: both are on the disk before anyone relies on them. */
  const write: Write = (grant) => writeJson(pathOf(state, grant.id), grant, { sync: true, announce });
  const change = (id: string, now: string, next: (grant: Grant) => Grant): Promise<boolean> =>
    inTurn(state, async () => {
      const grant = read(state, id);
      if (grant === null || !isInForce(grant, now)) return false;
      await write(next(grant));
      return true;
    });
  return {
    add: (given) => inTurn(state, () => add(state, write, given)),
    read: async (id) => read(state, id),
    list: async () => list(state),
    use: (id, now) => change(id, now, (grant) => ({ ...grant, uses: grant.uses + 1, usedAt: now })),
    revoke: (id, now) => change(id, now, (grant) => ({ ...grant, revokedAt: now })),
  };
}

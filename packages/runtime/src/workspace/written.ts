import type { Session } from "@writ/contracts";
import type { Workspace } from "./types.ts";

/** What a session and those it works with have written: by path, and by what they left there. */
export interface Written {
  readonly paths: ReadonlySet<string>;
  readonly hashes: ReadonlySet<string>;
}

/** The one that began it all, as far as the sessions tell. */
function originOf(session: Session, byId: ReadonlyMap<string, Session>): string {
  let here = session;
  for (let depth = 0; depth < 8; depth++) {
    const above = here.parent === undefined ? undefined : byId.get(here.parent);
    if (above === undefined || above.agent !== here.agent) break;
    here = above;
  }
  return here.id;
}

/** A session that was started by another, or with it, works on the same: what one wrote the other does not run unseen. */
async function family(workspace: Workspace, session: Session): Promise<Session[]> {
  const all = [...(await workspace.sessions.list()).filter(({ id }) => id !== session.id), session];
  const byId = new Map(all.map((one) => [one.id, one]));
  const origin = originOf(session, byId);
  return all.filter((one) => originOf(one, byId) === origin);
}

/** What was written by this session or by one it works with. */
export async function writtenBy(workspace: Workspace, session: Session): Promise<Written> {
  const sessions = await family(workspace, session);
  const seen = sessions.flatMap(({ reads }) => Object.entries(reads));
  const own = seen.filter(([, { own, wrote }]) => own === true || wrote === true);
  return {
    paths: new Set([...own.map(([path]) => path), ...sessions.flatMap(({ strayed = [] }) => strayed)]),
    hashes: new Set(own.flatMap(([, { hash }]) => hash ?? [])),
  };
}

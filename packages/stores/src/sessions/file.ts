import { join } from "node:path";
import type { Session, SessionStore } from "@writ/contracts";
import { withFileLock } from "../lock/file-lock.ts";
import { namesIn, quarantine, readJson, valueIn, writeJson } from "../state/json-file.ts";
import { fileNameOf } from "../state/names.ts";
import { sealOf } from "../state/sealing.ts";
import { statePath } from "../state/sidecar.ts";
import { isSession } from "./check.ts";
import { listPending, putPending, takePending } from "./pending.ts";

const pathOf = (state: string, id: string): string => statePath(state, "sessions", `${fileNameOf(id)}.json`);

/** A session says what it may change, and whether an agent is at work. */
const sessionIn = (state: string, path: string): Session | null => valueIn(path, isSession, sealOf(state, path));

/** A file under this name that tells of another session is as good as none. */
function read(state: string, id: string): Session | null {
  const session = sessionIn(state, pathOf(state, id));
  return session?.id === id ? session : null;
}

async function update(
  state: string,
  id: string,
  fresh: () => Session,
  change: (session: Session) => Session,
): Promise<Session> {
  const path = pathOf(state, id);
  return withFileLock(statePath(state, "locks", `session-${fileNameOf(id)}.lock`), async () => {
    const seal = sealOf(state, path);
    const found = readJson(path, isSession, seal);
    const isOurs = found.state === "ok" && found.value.id === id;
    // What cannot be read is kept for a person to see; the session starts over, without an intent.
    if (found.state !== "absent" && !isOurs) quarantine(state, path);
    const next = change(isOurs ? found.value : fresh());
    if (!isOurs || JSON.stringify(next) !== found.text.trimEnd()) await writeJson(path, next, { seal });
    return next;
  });
}

const byStart = (a: Session, b: Session): number =>
  a.startedAt === b.startedAt ? (a.id < b.id ? -1 : 1) : a.startedAt < b.startedAt ? -1 : 1;

/** Sessions and their pending calls, kept in `.orchestration/.state/`. */
export function openFileSessions(state: string): SessionStore {
  return {
    read: async (id) => read(state, id),
    async list() {
      const folder = statePath(state, "sessions");
      const files = namesIn(folder).filter((name) => name.endsWith(".json") && !name.startsWith("."));
      return files.flatMap((name) => sessionIn(state, join(folder, name)) ?? []).sort(byStart);
    },
    update: (id, fresh, change) => update(state, id, fresh, change),
    putPending: async (call, copies) => putPending(state, call, copies),
    takePending: async (session, callId) => takePending(state, session, callId),
    listPending: async () => listPending(state),
  };
}

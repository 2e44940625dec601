import type { BackgroundJob, Session } from "@writ/contracts";
import { processStart } from "@writ/stores";
import { freshSession } from "../../workspace/gather.ts";
import type { Workspace } from "../../workspace/types.ts";
import { listProcesses, type Process, parentsOf, standsIn, treeOf } from "./processes.ts";

/** When a process started is told in ticks of the system's clock, and when the system did in ours. */
const tickMs = 100;

/** Whether a job still runs; one the system tells nothing about counts as running. */
function isAlive({ pid, started }: BackgroundJob): boolean {
  if (pid === 0) return true;
  const now = processStart(pid);
  return now !== null && (now === "" || now === started);
}

/** The jobs of any session that may still write. */
export async function livingJobs({ sessions }: Workspace): Promise<BackgroundJob[]> {
  const all = await sessions.list();
  return all
    .filter(({ endedAt }) => endedAt === undefined)
    .flatMap(({ background = [] }) => background.filter(isAlive));
}

/** Whether some session had jobs, dead or alive: what changed since then has no known author. */
export async function hasJobs({ sessions }: Workspace): Promise<boolean> {
  return (await sessions.list()).some(({ background = [] }) => background.length > 0);
}

/** When a call ran, in milliseconds since 1970: what starts later, such as another hook, is none of its jobs. */
interface Window {
  began: number;
  ended: number;
}

/** What a call of that time left running. */
export function jobsOf(
  root: string,
  { process: agent }: Pick<Session, "process">,
  { began, ended }: Window,
  now: string,
  all: readonly Process[] | null = listProcesses(),
): BackgroundJob[] {
  if (all === null) return [];
  const above = parentsOf(all, process.pid);
  const beneath = agent === undefined ? new Set<number>() : treeOf(all, agent.pid);
  return all
    .filter(({ startedAt }) => startedAt >= began - tickMs && startedAt <= ended)
    .filter(({ pid }) => pid !== agent?.pid && !above.has(pid))
    .filter((one) => (beneath.has(one.pid) || standsIn(one, root)) && !one.isOurs)
    .map(({ pid, started }) => ({ pid, started, since: now }));
}

/** Writes down what a session's calls left running, and forgets what has ended. */
export async function noteJobs(workspace: Workspace, session: Session, jobs: readonly BackgroundJob[]): Promise<void> {
  const stored = await workspace.sessions.read(session.id);
  if (jobs.length === 0 && (stored?.background ?? []).length === 0) return;
  const known = new Set(jobs.map(({ pid, started }) => `${pid} ${started}`));
  const now = workspace.ports.now();
  await workspace.sessions.update(
    session.id,
    () => freshSession({ id: session.id, agent: session.agent }, now),
    ({ background = [], ...rest }) => {
      const isOver = (job: BackgroundJob) => (job.pid === 0 ? rest.endedAt !== undefined : !isAlive(job));
      const left = background.filter((job) => !known.has(`${job.pid} ${job.started}`) && !isOver(job));
      const all = [...left, ...jobs];
      return all.length === 0 ? rest : { ...rest, background: all };
    },
  );
}

/** Forgets, in every session, what has ended; of a session that is over also what the system told nothing about. */
export async function forgetDeadJobs(workspace: Workspace): Promise<void> {
  for (const session of await workspace.sessions.list())
    if ((session.background ?? []).length > 0) await noteJobs(workspace, session, []);
}

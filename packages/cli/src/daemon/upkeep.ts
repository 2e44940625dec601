import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

/** Keeps the index of the ledgers up, so that whoever asks next need not wait for it. */
export interface Upkeep {
  /** A call was answered; it may have written something. */
  noteCall(): void;
  stop(): void;
}

/** So long nobody asked: a hook never has to share the machine with this. */
const quietMs = 3_000;
/** What is asked in between brings the index up by itself, which takes moments. */
const betweenMs = 60_000;

/** In a process of its own, which gives way to all others: neither its work nor its end is felt here. */
export function openUpkeep(root: string, script: string): Upkeep {
  const ledgers = ["agent_trace.jsonl", "decisions.jsonl"].map((name) => join(root, ".orchestration", name));
  const sizes = () => ledgers.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0).join(" ");
  let known = "";
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let child: ChildProcess | undefined;

  const run = (): void => {
    const now = sizes();
    if (now === known || child !== undefined) return;
    [known, last] = [now, Date.now()];
    const started = spawn(process.execPath, [script, "daemon", "index", root], { stdio: "ignore" });
    child = started;
    const isOver = (): void => {
      child = undefined;
    };
    started.on("error", isOver).on("exit", isOver).unref();
    giveWay(started.pid);
  };

  return {
    noteCall() {
      clearTimeout(timer);
      timer = setTimeout(run, Math.max(quietMs, last + betweenMs - Date.now())).unref();
    },
    stop() {
      clearTimeout(timer);
      child?.kill();
    },
  };
}

function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Then it runs like any other, or is over already.
  }
}

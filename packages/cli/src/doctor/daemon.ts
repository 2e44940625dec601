import { lstatSync } from "node:fs";
import { connect } from "node:net";
import { type Contact, isAlive, readContact } from "../daemon/contact.ts";
import { contactFile, findFolder, type Surroundings } from "../daemon/place.ts";
import { type Finding, note, ok, warning } from "./finding.ts";

/** What was found of the daemon of a workspace. */
export interface DaemonLook {
  readonly findings: readonly Finding[];
  /** Whether one runs and answers. */
  readonly isUp: boolean;
}

const patienceMs = 3000;

/** Looks whether a daemon answers, and nobody else could. That none runs is fine. */
export async function lookAtDaemon(root: string, where: Surroundings): Promise<DaemonLook> {
  const { path: folder, state } = findFolder(where);
  const idle = (finding: Finding): DaemonLook => ({ findings: [finding], isUp: false });
  if (state === "absent") return idle(ok("daemon", "no daemon runs (the next hook starts one)"));
  if (state === "shared")
    return idle(
      warning(
        "daemon",
        `${folder} is not yours alone, so no daemon is used and every hook takes longer.`,
        `If it is yours: chmod 700 ${folder}`,
      ),
    );
  const file = contactFile(folder, root);
  if (file === null)
    return idle(note("daemon", "No daemon can be used: the path of this repository is too long. Hooks take longer."));
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.mode & 0o077) !== 0)
    return idle(
      warning("daemon", `Others can read ${file}, so the daemon ends itself with the next hook.`, `Run: rm ${file}`),
    );
  const contact = readContact(file, root);
  if (contact === null && stats !== undefined)
    return idle(
      note("daemon", `${file} is not of a daemon that runs: hooks do not use it, and the next daemon replaces it.`),
    );
  if (contact === null) return idle(ok("daemon", "no daemon runs (the next hook starts one)"));
  if (!isAlive(contact.pid))
    return idle(ok("daemon", "the last daemon was killed (the next hook notes that down and starts another)"));
  return looks[await ask(contact)](contact.pid);
}

/** What the process named in the contact file does when it is asked. */
type Answer = "answers" | "cannot be reached" | "hangs";

const looks: Record<Answer, (pid: number) => DaemonLook> = {
  answers: (pid) => ({ findings: [ok("daemon", `a daemon answers (process ${pid})`)], isUp: true }),
  "cannot be reached": (pid) => ({
    findings: [
      warning(
        "daemon",
        `The daemon (process ${pid}) cannot be reached: hooks decide without it, and take longer.`,
        "Run: writ daemon stop",
      ),
    ],
    isUp: false,
  }),
  hangs: (pid) => ({
    findings: [
      warning(
        "daemon",
        `The daemon (process ${pid}) hangs: the next hook waits for it in vain, then does without it and starts another.`,
        "Run: writ daemon stop",
      ),
    ],
    isUp: false,
  }),
};

/** Asks it about no workspace at all: it proves who it is, and decides nothing. */
function ask({ port, ask: token, proof }: Contact): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let said = "";
    const done = (answer: Answer) => {
      socket.destroy();
      resolve(answer);
    };
    const judge = () => done(said.startsWith(`${proof} again`) ? "answers" : "cannot be reached");
    socket.setTimeout(patienceMs, () => done("hangs"));
    socket.on("error", () => done("cannot be reached"));
    socket.on("close", judge);
    socket.on("data", (chunk) => {
      said += chunk.toString("utf8");
      if (said.includes("\n")) judge();
    });
    const fields = [token, "", "doctor", "", "/", "0", "", "inline", "{}"];
    socket.on("connect", () => void socket.write(fields.map((field) => `${field}\0`).join("")));
  });
}

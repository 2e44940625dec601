import { crypto } from "../crypto.ts";
import { pidSpace, processStart } from "./process-start.ts";

/** Who holds a lock, as told by the name of a file. */
export interface Owner {
  pid: number;
  /** Digest of when the process started; empty when the system does not tell. */
  start: string;
  /** Where the pid means something. */
  space: string;
  /** Tells two locks of one process apart. */
  nonce: string;
}

/** This process, taking a lock now. */
export function currentOwner(): Owner {
  const start = startOf(process.pid) ?? "";
  return { pid: process.pid, start, space: pidSpace(), nonce: crypto().randomBytes(6).toString("hex") };
}

/** The owner as a file name. */
export function toName({ pid, start, space, nonce }: Owner): string {
  return [pid, start, space, nonce].join("-");
}

/** The owner a file name tells of; `null` for any other name. */
export function parseName(name: string): Owner | null {
  const [, pid, start, space, nonce] = /^(\d+)-([0-9a-f]*)-([0-9a-f]{12})-([0-9a-f]{12})$/.exec(name) ?? [];
  if (pid === undefined || start === undefined || space === undefined || nonce === undefined) return null;
  return { pid: Number(pid), start, space, nonce };
}

/** Whether the owner still runs; `unknown` when its pid means nothing to us, who live in `space`. */
export function lifeOf(owner: Owner, space: string): "alive" | "dead" | "unknown" {
  if (owner.space !== space) return "unknown";
  const start = startOf(owner.pid);
  if (start === null) return "dead";
  return start === "" || owner.start === "" || start === owner.start ? "alive" : "dead";
}

function startOf(pid: number): string | null {
  const start = processStart(pid);
  return start === null || start === ""
    ? start
    : crypto().createHash("sha256").update(start).digest("hex").slice(0, 12);
}

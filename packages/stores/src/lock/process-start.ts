import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { crypto } from "../crypto.ts";
import { errorCode } from "../failure.ts";

/**
 * When a process started, as the system words it; `null` when there is no such process (or only its remains),
 * empty when it lives but the system does not tell. A process that reuses a pid has another start.
 */
export function processStart(pid: number): string | null {
  if (process.platform === "linux") return startFromProc(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return null;
  }
  return process.platform === "win32" ? "" : startFromPs(pid);
}

function startFromProc(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    return errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH" ? null : "";
  }
  // The name in brackets may hold anything; the fields after it are plain. State is the 3rd, start the 22nd.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? "");
}

function startFromPs(pid: number): string | null {
  try {
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
    return started.trim() || null;
  } catch {
    return "";
  }
}

/** Where pids mean the same thing: this machine, since it started, in this container. */
export function pidSpace(): string {
  const parts = [hostname(), readOr(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"))];
  parts.push(readOr(() => readlinkSync("/proc/self/ns/pid")));
  return crypto().createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
}

function readOr(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}

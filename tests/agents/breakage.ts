import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { shimPath } from "@writ/adapters";
import { command } from "../scenarios/cli-bed.ts";
import type { Workshop } from "./workshop.ts";

/** Yes in every dialect, without a proof. */
const allowing = JSON.stringify({
  permissionDecision: "allow",
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
});

/** Where the shim reads what Writ is started with. */
const commandFile = join(".orchestration", ".state", "command");

/** The one thing that is done without at once. */
export const hangingDaemon = "has a daemon that hangs";

/** One way in which Writ can be broken, and whole again. */
export interface Breakage {
  readonly name: string;
  break(): Promise<void> | void;
  mend(): void;
}

/** Everything that can go wrong with the command, the shim, the sidecar and the daemon. */
export function breakagesOf(workshop: Workshop): Breakage[] {
  const { root, bin } = workshop;
  const at = (path: string) => join(root, path);
  const whole = readFileSync(at(commandFile), "utf8");
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of workshop.daemons()) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended by itself.
      }
    }
  };
  /** Writ is another program than it was, and no daemon knows better. */
  const program = (name: string, source: string): Breakage => ({
    name,
    break() {
      const script = join(bin, "broken.cjs");
      writeFileSync(script, source);
      signal("SIGKILL");
      writeFileSync(at(commandFile), `${process.execPath}\n${script}\n`);
    },
    mend: () => writeFileSync(at(commandFile), whole),
  });
  const move = (name: string, from: string, more: { break?(): void; mend?(): void } = {}): Breakage => ({
    name,
    break() {
      signal("SIGKILL");
      renameSync(from, `${from}.away`);
      more.break?.();
    },
    mend() {
      if (existsSync(`${from}.away`)) renameSync(`${from}.away`, from);
      more.mend?.();
    },
  });
  /** Another file lies where the shim belongs. */
  const shim = (name: string, text: string): Breakage => {
    const file = at(shimPath);
    const own = readFileSync(file);
    return { name, break: () => writeFileSync(file, text), mend: () => writeFileSync(file, own) };
  };
  const withoutCommand = {
    break: () => rmSync(join(bin, "writ"), { force: true }),
    mend: () => symlinkSync(command, join(bin, "writ")),
  };
  return [
    {
      name: hangingDaemon,
      async break() {
        for (let tries = 0; workshop.daemons().length === 0 && tries < 100; tries++) await wait(100);
        if (workshop.daemons().length === 0) throw new Error("no daemon was started");
        signal("SIGSTOP");
      },
      mend: () => signal("SIGKILL"),
    },
    program("crashes", "process.exit(1);"),
    program("is killed", 'process.kill(process.pid, "SIGKILL");'),
    program("says nonsense", 'console.log("<html>502</html>");'),
    program("breaks off in the middle", `process.stdout.write('{"hookSpecificOutput":{"hookEv');`),
    program("answers never", "setInterval(() => {}, 1000);"),
    {
      name: "is not installed",
      break() {
        signal("SIGKILL");
        withoutCommand.break();
        writeFileSync(at(commandFile), `${process.execPath}\n${join(bin, "gone.cjs")}\n`);
      },
      mend() {
        withoutCommand.mend();
        writeFileSync(at(commandFile), whole);
      },
    },
    {
      name: "has no Node",
      break() {
        signal("SIGKILL");
        rmSync(join(bin, "node"));
        writeFileSync(at(commandFile), `${join(bin, "node")}\n${command}\n`);
      },
      mend() {
        symlinkSync(process.execPath, join(bin, "node"));
        writeFileSync(at(commandFile), whole);
      },
    },
    shim("has an empty shim", ""),
    shim("has a foreign shim", "#!/usr/bin/env bash\necho all is well\nexit 0\n"),
    shim("has a shim that allows everything", `cat >/dev/null\necho '${allowing}'\n`),
    shim("has a shim that hangs", "sleep 600\n"),
    move("has lost its shim", at(shimPath), withoutCommand),
    move("has lost its folder", at(".orchestration")),
  ];
}

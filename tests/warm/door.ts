import { randomBytes } from "node:crypto";
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";

interface Asked {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Lets git's hooks reach this process: a script `writ` in a folder for the PATH hands on what it was called with. Where
 * nobody answers, or something runs already (`null`), it starts the command in a process of its own.
 */
export function openDoor(folder: string, command: string, run: (asked: Asked) => Promise<Answer> | null): void {
  const token = randomBytes(16).toString("hex");
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      if (text.endsWith("\0\0")) hear(text, token, socket, run);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address === null || typeof address === "string") return;
    const file = join(folder, "writ");
    writeFileSync(`${file}.new`, script(address.port, token, command));
    chmodSync(`${file}.new`, 0o755);
    renameSync(`${file}.new`, file);
  });
}

function hear(text: string, token: string, socket: Socket, run: (asked: Asked) => Promise<Answer> | null): void {
  const [given, count = "", ...rest] = text.slice(0, -2).split("\0");
  const args = rest.slice(0, Number(count));
  const [cwd = "", ...variables] = rest.slice(args.length);
  const env = Object.fromEntries(
    variables.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]),
  );
  const running = given === token ? run({ args, cwd, env }) : null;
  if (running === null) socket.end("busy\0");
  else void running.then(({ code, out, err }) => socket.end(`${code}\0${out}\0${err}\0`));
}

const script = (port: number, token: string, command: string) => `#!/usr/bin/env bash
if [[ $1 == publish || $1 == trailers ]] && { exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null; then
  { printf '%s\\0' ${token} $# "$@" "$PWD"; env -0; printf '\\0'; } >&3
  IFS= read -r -d '' code <&3
  if [[ $code == [0-9]* ]]; then
    IFS= read -r -d '' out <&3
    IFS= read -r -d '' err <&3
    printf '%s' "$err" >&2
    printf '%s' "$out"
    exit "$code"
  fi
  exec 3>&-
fi
exec '${process.execPath}' '${command}' "$@"
`;

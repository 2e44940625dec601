import { closeSync, openSync, readSync } from "node:fs";
import { visibleLine } from "@writ/engine";

const mostLine = 200;

/** The first line of a file, as far as it is of interest; `null` where there is none to be read. */
function firstLine(file: string): string | null {
  try {
    const fd = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(mostLine);
      const [line = ""] = bytes.toString("utf8", 0, readSync(fd, bytes, 0, mostLine, 0)).split("\n");
      return line;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** Why a program could not be started. The system says of a script "no such file" also when its interpreter is missing. */
export function startFault(file: string, error: Error): string {
  const line = "code" in error && error.code === "ENOENT" ? firstLine(file) : null;
  if (line?.startsWith("#!") !== true) return `it could not be started (${error.message})`;
  const why = line.endsWith("\r") ? ", as the line ends in a carriage return (save it with LF line ends)" : "";
  return `the interpreter in its first line, ${visibleLine(line.slice(2).trim())}, was not found${why}`;
}

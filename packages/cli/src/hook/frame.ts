import type { Reply } from "@writ/contracts";

/** A line longer than this is handed through by `cat`: bash reads lines byte by byte. */
const longestLine = 16_384;

const inOneLine = (text: string): string => (text === "" ? "" : text.trim().replace(/\s*[\r\n]+\s*/g, " "));

/**
 * The reply as the shim takes it apart: a line that proves who answers, then what goes to stderr and to stdout. What is
 * not one line ends with the proof, so that a cut is noticed.
 */
export function frame({ stdout, stderr, exitCode }: Reply, proof: string): string {
  const error = inOneLine(stderr);
  const out = stdout.endsWith("\n") ? stdout.slice(0, -1) : stdout;
  const how = out === "" ? "none" : out.includes("\n") || out.length > longestLine ? "all" : "line";
  const head = `${proof} ${exitCode} ${error === "" ? 0 : 1} ${how}\n`;
  const end = how === "all" ? `${proof}\n` : "";
  return `${head}${error === "" ? "" : `${error}\n`}${out === "" ? "" : `${out}\n`}${end}`;
}

/** The proof of an answer given by the process the shim itself started. */
export const ownProof = "writ";

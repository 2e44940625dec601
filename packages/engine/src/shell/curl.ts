import type { Arg } from "./arg.ts";
import { parseOptions } from "./options.ts";

const loopback = /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#][^\s{}[\]]*)?$/;

/** Whether a curl command only asks this machine for a page and prints it. */
export function curlProof(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, {
    flags: "sSfiIvg46",
    valued: "mHAowX",
    long: ["silent", "show-error", "fail", "include", "head", "verbose", "compressed"],
    longValued: ["max-time", "connect-timeout", "header", "output", "write-out", "request"],
  });
  if (parsed === null) return "an option is not known to be harmless";
  for (const { name, value } of parsed.options) {
    const reason = stray(name, value?.literal ?? null);
    if (reason !== null) return reason;
  }
  if (parsed.operands.length === 0) return "it names no address";
  const remote = parsed.operands.some(({ literal }) => literal === null || !loopback.test(literal));
  return remote ? "it reaches beyond this machine" : null;
}

function stray(name: string, value: string | null): string | null {
  if (/^(o|output)$/.test(name) && value !== "/dev/null") return "it writes a file";
  if (/^(w|write-out)$/.test(name) && (value === null || /output|^@/i.test(value))) return "it may write a file";
  if (/^(X|request)$/.test(name) && value !== "GET" && value !== "HEAD") return "it does more than ask for a page";
  return null;
}

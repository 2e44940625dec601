import { changes, type Finding, opaque, type Scene, safe } from "../finding.ts";
import { parseOptions } from "../judging/options.ts";
import { writtenBy } from "../judging/written.ts";
import { type Arg, literal } from "../syntax/arg.ts";

const host = String.raw`^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?`;
const loopback = new RegExp(String.raw`${host}([/?#][^\s{}[\]]*)?$`);
const beginsThere = new RegExp(String.raw`${host}\/[^\s{}[\]]*$`);

/** curl: asking this machine is reading, `-o` writes what it names; anything else sends something or reaches out. */
export function judgeCurl(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, {
    flags: "sSfiIvgkL46",
    valued: "mHAowX",
    long: ["silent", "show-error", "fail", "include", "head", "verbose", "compressed", "insecure", "location"],
    longValued: ["max-time", "connect-timeout", "header", "output", "write-out", "request", "retry", "retry-delay"],
  });
  if (parsed === null) return opaque("curl: an option is not known to be harmless", program);
  const doubt = parsed.options
    .map(({ name, value }) => stray(name, value ?? literal("")))
    .find((found) => found !== null);
  if (doubt) return opaque(`curl: ${doubt}`, program);
  if (parsed.operands.length === 0) return opaque("curl: it names no address", program);
  if (!parsed.operands.every(isHere)) return opaque("curl: it reaches beyond this machine", program);
  const written = writtenBy(parsed.options, { writes: ["o", "output"] }, scene);
  if (written === null) return opaque("curl: it writes a file that cannot be named", program);
  return written.length === 0 ? safe : changes(written);
}

/** An address of this machine; a `?` outside of quotes is a pattern, and what it matches begins the same way. */
function isHere({ literal: text, head, expands }: Arg): boolean {
  return text === null ? !expands && beginsThere.test(head) : loopback.test(text);
}

function stray(name: string, { literal: value, head }: Arg): string | null {
  if (/^(w|write-out)$/.test(name) && (value === null || /output|^@/i.test(value))) return "it may write a file";
  if (/^(H|header)$/.test(name) && /^(@|$)/.test(value ?? head)) return "it sends what a file holds";
  if (/^(X|request)$/.test(name) && value !== "GET" && value !== "HEAD") return "it does more than ask for a page";
  return null;
}

import type { Redirection } from "unbash";
import { isHarmlessName } from "../environment/environment.ts";
import { changes, type Finding, opaque, placed } from "../finding.ts";
import type { Values } from "./arg.ts";
import { toValue } from "./words.ts";

/** Targets that keep nothing. */
const nowhere = ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/** How another descriptor is named: `1`, `3-`, `-`. */
const descriptorName = /^(\d+-?|-)$/;

/** What a redirection does besides reading; `null` for nothing. */
export function judgeRedirect(redirect: Redirection, dir: string | null, values: Values): Finding | null {
  const { descriptor } = redirect;
  if (descriptor?.type === "FileDescriptorVariable" && !isHarmlessName(descriptor.name)) {
    return opaque(`setting ${descriptor.name} changes what commands do`);
  }
  if (redirect.type === "HereString") return null;
  if (redirect.type === "HereDoc") {
    return redirect.closing === undefined ? opaque("a here-document does not end") : null;
  }
  const target = redirect.target === undefined ? null : toValue(redirect.target, values);
  if (target === null) return opaque("a redirection has no target");
  const { literal } = target;
  // Under its number in /dev/fd the file can be opened again, for writing.
  if (isReading(redirect.operator) && isNumbered(descriptor) && mayBeFile(literal, target.head)) {
    return opaque("it reads a file under a number of its own");
  }
  // `>! file` and `> =name` mean something else to zsh.
  if (/^[!=]/.test(redirect.target?.text ?? "")) return opaque("shells differ in which file the output goes to");
  if (isDescriptor(redirect.operator, literal)) return null;
  if (literal === null || literal === "") {
    return isReading(redirect.operator) && !/^\/dev\/(?!fd\/)/.test(target.head)
      ? null
      : opaque("output goes to a file whose name is only known when it runs");
  }
  if (nowhere.includes(literal)) return null;
  if (/^\/dev\/(tcp|udp)\//.test(literal)) return opaque("it opens a network connection");
  if (isReading(redirect.operator)) return null;
  const path = placed(literal, { dir });
  return path === null
    ? opaque("output goes to a file in a folder that is not known")
    : changes([{ op: "modify", path, certainty: "inferred" }]);
}

/** Another descriptor, nothing at all and the output of a command are no files. */
const mayBeFile = (literal: string | null, head: string): boolean =>
  literal === null ? !head.startsWith("/dev/fd/") : literal !== "/dev/null" && !descriptorName.test(literal);

/** `5< file`, `2< file`, `{x}< file`; plain `<` is input. */
const isNumbered = (descriptor: Redirection["descriptor"]): boolean =>
  descriptor?.type === "FileDescriptorVariable" || (descriptor !== undefined && descriptor.value !== 0);

const isReading = (operator: string): boolean => operator === "<" || operator === "<&";

/** `2>&1`, `>&-`: one descriptor becomes another. */
function isDescriptor(operator: string, target: string | null): boolean {
  return (operator === ">&" || operator === "<&") && descriptorName.test(target ?? "");
}

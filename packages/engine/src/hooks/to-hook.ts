import type { Hook, HookEvent, HookFile, HookHandler } from "@writ/contracts";
import { commandWords } from "./command-words.ts";
import { errorAt, type HookFault, shown, warningAt } from "./fault.ts";
import { toEvents, toFilter } from "./filter.ts";
import { refusable } from "./refusable.ts";
import { parseShape } from "./shape.ts";
import { toList } from "./words.ts";

/** How long a handler may take unless its file says otherwise. */
const defaultTimeoutMs = 10_000;

/** A hook file as a hook. With an error among the faults there is no hook: what nobody understands does not run. */
export function toHook(value: unknown, source: string): { hook: Hook | null; faults: HookFault[] } {
  const shape = parseShape(value);
  if ("faults" in shape) return { hook: null, faults: shape.faults };
  const { file } = shape;
  const faults: HookFault[] = [];
  if (file.enabled !== false) {
    for (const key of ["event_type", "handler"] as const) {
      if (file[key] === undefined) faults.push(errorAt([key], "is missing"));
    }
  }
  const events = file.event_type === undefined ? [] : toEvents(file.event_type, faults);
  // To switch one of Writ's own off, its id and `enabled: false` are enough.
  const handler = file.handler ?? ({ kind: "module", command: `builtin:${file.id}` } as const);
  const hook: Hook = {
    id: file.id,
    events,
    enabled: file.enabled ?? true,
    summary: (file.summary ?? "").trim(),
    match: toFilter(file.match ?? {}, events, faults),
    handler: { kind: handler.kind, command: toCommand(handler, faults) },
    onFailure: toOnFailure(file, events, faults),
    timeoutMs: file.timeout_ms ?? defaultTimeoutMs,
    environments: toList(["environments"], file.environments, faults) ?? [],
    after: toList(["after"], file.after, faults) ?? [],
    env: toList(["env"], file.env, faults) ?? [],
    cacheMs: file.cache?.ttl_ms ?? 0,
    source,
  };
  if (hook.after.includes(hook.id)) faults.push(errorAt(["after"], "a hook cannot wait for itself"));
  for (const name of hook.env) {
    if (!/^[A-Za-z_]\w{0,199}$/.test(name)) faults.push(errorAt(["env"], `${shown(name)} is no name of a variable`));
  }
  return { hook: faults.some(({ severity }) => severity === "error") ? null : hook, faults };
}

function toCommand({ kind, command }: HookHandler, faults: HookFault[]): string[] {
  const path = ["handler", "command"];
  const read = typeof command === "string" ? commandWords(command) : { words: command };
  if ("fault" in read) {
    faults.push(errorAt(path, read.fault));
    return [];
  }
  const { words } = read;
  const [program = ""] = words;
  if (program.trim() === "") faults.push(errorAt(path, "it names no program"));
  if (words.some((word) => word.includes("\0"))) faults.push(errorAt(path, "it has a character no command can have"));
  if (kind === "module" && words.length > 1) {
    faults.push(errorAt(path, "a module is one file and takes no arguments; quote its name if it has blanks"));
  }
  if (kind === "script" && program.startsWith("builtin:")) {
    faults.push(errorAt(path, `${shown(program)} is a module of Writ's; say kind: module`));
  }
  const expanded = typeof command === "string" ? words.find((word) => /^~\/|\$[\w{(]|`/.test(word)) : undefined;
  if (expanded !== undefined) {
    faults.push(warningAt(path, `${shown(expanded)} is taken as it stands, since there is no shell to fill it in`));
  }
  return words;
}

function toOnFailure(file: HookFile, events: readonly HookEvent[], faults: HookFault[]): Hook["onFailure"] {
  const { blocking, on_failure: said } = file;
  if (said !== undefined && blocking !== undefined && blocking !== (said === "deny")) {
    const meaning = blocking ? "means on_failure: deny" : "means that a failure refuses nothing";
    faults.push(
      errorAt(["on_failure"], `${said} contradicts blocking: ${blocking}, which ${meaning}; say one of them`),
    );
  }
  const onFailure = said ?? (blocking === true ? "deny" : "ignore");
  const powerless = events.filter((event) => !refusable.includes(event));
  if (onFailure === "deny" && powerless.length > 0) {
    const key = blocking === true ? "blocking" : "on_failure";
    faults.push(warningAt([key], `${powerless.join(", ")} cannot be refused; a failure is only reported there`));
  }
  return onFailure;
}

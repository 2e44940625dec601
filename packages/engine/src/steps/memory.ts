import type { Aftermath, Observation, Step, Write } from "@writ/contracts";
import { tokenDigestText } from "../lines/tokens.ts";
import { endingOf, isMutating } from "./mutating.ts";
import { verificationOf } from "./verification.ts";

/** What the intent's history, the session and the shared brain keep of a call (R39, R77, R107-R110). */
export const memory: Step = {
  name: "memory",
  record(aftermath) {
    const ending = endingOf(aftermath);
    if (aftermath.call.toolName === "attempt_completion") return ending === "OK" ? completion(aftermath) : [];
    if (!isMutating(aftermath.call)) return [];
    const failures = ending === "FAILED" ? [failure(aftermath)] : [];
    const seen = ending === "OK" ? aftermath.changed.flatMap((file) => observations(file, aftermath)) : [];
    return [...history(aftermath, ending), ...failures, ...seen];
  },
};

function history({ intent, call }: Aftermath, ending: string): Write[] {
  return intent === null ? [] : [{ kind: "history", intent, entry: `POST_HOOK ${call.toolName} ${ending}` }];
}

/** Codes, ids and paths only: what a failing tool printed may hold anything, and so may the command line. */
function failure({ call, intent, facts, pending }: Aftermath): Write {
  const paths = pending?.files.map((file) => file.path) ?? [];
  const programs = call.command?.programs ?? [];
  const verified = verificationOf(call.command);
  const tool = [call.toolName, ...programs].join(" ");
  const failed =
    verified === null ? { code: "TOOL_FAILED", tool, paths } : { code: "VERIFICATION_FAILED", tool, verified, paths };
  return { kind: "lesson", lesson: { kind: "failure", at: facts.now, intent, ...failed } };
}

/** Only a host that says so completes an intent; the end of a turn never does (R110). */
function completion({ intent, facts, event }: Aftermath): Write[] {
  const tells = event.session.agent === "roo" || event.session.agent === "library";
  if (intent === null || !tells) return [];
  return [{ kind: "lesson", lesson: { kind: "completion", at: facts.now, intent, paths: [] } }];
}

/** What the session itself wrote is what it last saw, so that its next write is not stale. */
function observations({ path, from, after }: Aftermath["changed"][number], { hash }: Aftermath): Write[] {
  const text = after?.text ?? null;
  const tokens = text === null ? {} : { tokens: hash(tokenDigestText(text, path)) };
  const now: Observation = { hash: after?.hash ?? null, own: true, ...tokens };
  const gone: Write[] =
    from === undefined ? [] : [{ kind: "observe", path: from, observation: { hash: null, own: true } }];
  return [{ kind: "observe", path, observation: now }, ...gone];
}

import { type Problem, type ProblemCode, ProblemError } from "./problem.ts";

type Details = Readonly<Record<string, unknown>>;
interface Entry {
  message: (details: Details) => string;
  hint: string | ((details: Details) => string);
  recoverable: boolean | ((details: Details) => boolean);
}

const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
/** A reason within a sentence, which ends it itself. */
const because = (value: unknown): string => text(value).replace(/[.\s]{1,9}$/, "");
/** The same as the end of a sentence: a question keeps its mark. */
const ending = (value: unknown): string => (/[?!]$/.test(because(value)) ? because(value) : `${because(value)}.`);
const list = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? value.join(", ") : "none");

/** Reasons hold commas themselves. */
const reasonsOf = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.map(because).join("; ") : "none";

/** What each code says. Messages keep the seeds' wording where models were taught it (R51, R66). */
const catalog: Record<ProblemCode, Entry> = {
  NO_ACTIVE_INTENT: {
    message: (d) => `No active intent: ${text(d.tool)} needs one. You must cite a valid active Intent ID first.`,
    hint: (d) =>
      Array.isArray(d.available) && d.available.length > 0
        ? `Call select_active_intent with one of: ${list(d.available)}. Without that tool, run: writ intent select <ID>`
        : "There is no intent to work on yet. Ask the person to run: writ intent add",
    recoverable: true,
  },
  INTENT_NOT_FOUND: {
    message: (d) => `Intent ${text(d.intent)} not found in active_intents.yaml. Available: ${list(d.available)}.`,
    hint: (d) =>
      Array.isArray(d.available) && d.available.length > 0
        ? "Call select_active_intent with an id from the list, or ask a person to add the intent with: writ intent add"
        : "There is no intent to work on yet. Ask the person to run: writ intent add",
    recoverable: true,
  },
  INTENT_IGNORED: {
    message: (d) => `Intent ${text(d.intent)} is listed in .intentignore (${text(d.pattern)}): nobody may work on it.`,
    hint: "Select another intent, or ask a person to change .orchestration/.intentignore.",
    recoverable: true,
  },
  INTENT_CLOSED: {
    message: (d) => `Intent ${text(d.intent)} cannot be worked on: ${ending(d.reason)}`,
    hint: (d) =>
      typeof d.fix === "string"
        ? d.fix
        : "Select another intent, or ask a person to reopen it: writ intent reopen <ID>",
    recoverable: true,
  },
  INTENT_NOT_DONE: {
    message: (d) => `${text(d.intent)} is not done: ${ending(reasonsOf(d.reasons))}`,
    hint: (d) =>
      typeof d.fix === "string"
        ? d.fix
        : 'Mend it and run the command again, or close it all the same: writ intent done <ID> --force --reason "why"',
    recoverable: true,
  },
  SCOPE_VIOLATION: {
    message: (d) =>
      `Scope Violation: ${text(d.intent)} is not authorized to edit ${text(d.path)}. Request scope expansion.`,
    hint: (d) =>
      d.expand_by === "tool"
        ? `Stay inside ${list(d.owned_scope)}. To request more, call the request_scope_expansion tool with {additional_globs, reason}; a user decides.`
        : `Stay inside ${list(d.owned_scope)}, or repeat the call with request_scope_expansion {additional_globs, reason} as one more field of its input (or call the tool of that name), so that a person can decide.`,
    recoverable: true,
  },
  PATH_OUTSIDE_WORKSPACE: {
    message: (d) =>
      `${text(d.path)} lies outside the workspace${typeof d.reason === "string" ? ` (${d.reason})` : ""}.`,
    hint: (d) =>
      typeof d.fix === "string"
        ? d.fix
        : "Use a path inside the workspace. Temporary files belong in the system's temporary folder.",
    recoverable: true,
  },
  PROTECTED_PATH: {
    message: (d) => {
      const why = "part of the guard or of what the guard relies on";
      if (d.holds !== true) return `${text(d.path)} is protected: it is ${why}.`;
      // Every workspace has one at its root.
      return d.path === "." || d.path === ""
        ? `This would reach the whole workspace, with .orchestration/, which is protected: it is ${why}.`
        : `This would reach all of ${text(d.path)}, with files in it that are protected: they are ${why}.`;
    },
    hint: (d) =>
      d.holds === true
        ? `Name the files, or a folder without protected ones${Array.isArray(d.owned_scope) ? `, inside ${list(d.owned_scope)}` : ""}.`
        : "Leave this file alone. If it must change, a person changes it outside the agent.",
    recoverable: (d) => d.holds === true,
  },
  STALE_FILE: {
    message: (d) => `Stale File: ${text(d.path)} changed since it was last read.`,
    hint: "Read the file again, then repeat the change on top of what it holds now.",
    recoverable: true,
  },
  HITL_REJECT: {
    message: (d) =>
      typeof d.message === "string" ? d.message : "Destructive operation rejected by user via HITL pre-hook.",
    hint: "Do not retry this change. Ask the person what they want instead.",
    recoverable: false,
  },
  APPROVAL_REQUIRED: {
    message: (d) =>
      `A person must approve this first: ${ending(reasonsOf(d.reasons))}${typeof d.ticket === "string" ? ` Ticket ${d.ticket}.` : ""}`,
    hint: (d) =>
      typeof d.ticket === "string"
        ? `Ask the person to run: writ approve ${d.ticket} (then repeat exactly the same call), or choose a way that needs no approval.`
        : d.nobody === true
          ? "Nobody is asked in this project. Choose a way that needs no approval."
          : "A person is asked when an agent tries it; where nobody can be, the call is refused with a ticket for: writ approve",
    recoverable: true,
  },
  OPAQUE_EFFECT: {
    message: (d) =>
      `What ${text(d.tool)} would change cannot be determined${typeof d.reason === "string" ? `: ${because(d.reason)}` : ""}.`,
    hint: "Use a tool that names the files it changes, or a simpler command.",
    recoverable: true,
  },
  PERSON_ONLY: {
    message: (d) => `${text(d.action)} is for a person, not for an agent.`,
    hint: "Ask the person to run it in their own terminal.",
    recoverable: false,
  },
  COMMAND_DENIED: {
    message: (d) =>
      `The project's config denies ${text(d.pattern)}${typeof d.why === "string" && d.why !== "" ? `: ${ending(d.why)}` : "."}`,
    hint: "Do it another way, or tell the person why it is needed: the rule is under `commands.deny` in .orchestration/config.yaml.",
    recoverable: true,
  },
  PAYLOAD_INVALID: {
    message: (d) => `The call cannot be understood: ${ending(d.reason)}`,
    hint: (d) =>
      typeof d.path === "string"
        ? "Name the file by a plain path from the root of the workspace, and repeat the call."
        : "Repeat the call with well-formed arguments. If they were, the agent's hook sends what Writ cannot read: ask the person to run: writ doctor",
    recoverable: true,
  },
  SETTINGS_INVALID: {
    message: (d) => `${text(d.file)} cannot be edited: ${ending(d.reason)}`,
    hint: "Mend the file and run the command again. To put the entries there yourself: writ init --dry-run --json shows them",
    recoverable: false,
  },
  SIDECAR_INVALID: {
    message: (d) => `${text(d.file)} cannot be used: ${ending(d.reason)}`,
    hint: (d) => {
      const shows = text(d.file).endsWith("active_intents.yaml")
        ? "`writ intent validate` shows"
        : "`writ doctor` shows";
      return `A person must mend the file; ${shows} where. Until then changes are refused.`;
    },
    recoverable: false,
  },
  SIDECAR_MISSING: {
    message: (d) => `Writ guards ${text(d.root)}, but .orchestration/ is missing there.`,
    hint: "A user must restore it (git checkout .orchestration, or writ init) or end the guard (writ uninstall). Until then changes are denied.",
    recoverable: false,
  },
  STORE_FAILED: {
    message: (d) => `Writ could not ${text(d.action)}: ${ending(d.reason)}`,
    hint: (d) =>
      typeof d.fix === "string"
        ? d.fix
        : "A user must act: check free space and permissions of .orchestration/, or run writ doctor.",
    recoverable: false,
  },
  BLOCKED_BY_POLICY: {
    message: (d) => (typeof d.message === "string" ? d.message : `Blocked by ${text(d.by)}.`),
    hint: (d) => (typeof d.fix === "string" ? d.fix : "Follow what the message says, or ask the person."),
    recoverable: true,
  },
  HOOK_UNTRUSTED: {
    message: (d) =>
      `The guard ${text(d.hook)} ${typeof d.how === "string" ? d.how : "changed since a person trusted it"}, so it cannot decide and this is refused.`,
    hint: "Ask the person to look at it and run: writ trust",
    recoverable: false,
  },
  HOOK_INTERNAL_ERROR: {
    message: (d) => `The guard ${text(d.hook)} failed, so the call is refused.`,
    hint: "A user must act: tell them to run writ doctor. Your call is not at fault.",
    recoverable: false,
  },
  HOOK_TIMEOUT: {
    message: (d) => `The guard ${text(d.hook)} did not answer in time, so the call is refused.`,
    hint: "Repeat the call once. If it fails again, a user must act: tell them to run writ doctor.",
    recoverable: true,
  },
  NOT_FOUND: {
    message: (d) => text(d.message),
    hint: (d) => (typeof d.fix === "string" ? d.fix : "See: writ status"),
    recoverable: true,
  },
  NO_LINES: {
    message: (d) => `${text(d.path)} has no lines to tell about: ${ending(d.reason)}`,
    hint: (d) => `What was recorded of the file as a whole: writ log --file ${text(d.path)}`,
    recoverable: true,
  },
  ALREADY_ANSWERED: {
    message: (d) => text(d.message),
    hint: (d) =>
      typeof d.fix === "string" ? d.fix : "Let the agent repeat its call: it gets a new ticket if it still needs one.",
    recoverable: true,
  },
  USAGE: {
    message: (d) => text(d.message),
    hint: (d) => (typeof d.fix === "string" ? d.fix : "See: writ --help"),
    recoverable: true,
  },
};

/** A problem of this code, worded from its details, which also become its `meta`. */
export function problem(code: ProblemCode, details: Details = {}): Problem {
  const entry = catalog[code];
  const hint = typeof entry.hint === "string" ? entry.hint : entry.hint(details);
  return {
    code,
    message: entry.message(details),
    hint,
    recoverable: typeof entry.recoverable === "boolean" ? entry.recoverable : entry.recoverable(details),
    meta: details,
  };
}

/** The same, ready to throw. */
export function fail(code: ProblemCode, details: Details = {}, options?: ErrorOptions): ProblemError {
  return new ProblemError(problem(code, details), options);
}

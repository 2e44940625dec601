/** What `init` writes where nothing is. Tracked, so nothing in here may name this machine. */
export const intentsTemplate = `# The intents of this repository: what agents may work on, and which files each may change.
# People edit this file; Writ does too, and keeps your comments and order. Add one with: writ intent add
#
# active_intents:
#   - id: INT-001
#     name: Fix the login redirect
#     status: PENDING              # PENDING, IN_PROGRESS, BLOCKED or COMPLETE
#     owned_scope:                 # globs from the root of the repository; !glob takes files out
#       - src/auth/**
#       - tests/auth/**
#     constraints:
#       - Keep the public API as it is
#     acceptance_criteria:
#       - Somebody tried it in a browser
#       - text: The login tests pass
#         run: npm test            # writ intent done runs it, once you trusted it
#     related_files:
#       - docs/auth.md
active_intents: []
`;

export const ignoreTemplate = `# Intents nobody may work on: one id, or pattern over ids, a line.
# INT-9*
`;

/** Kept inside .orchestration, so that the repository's own ignore file stays as it is. */
export const gitIgnoreTemplate = `# Live records and state of one working copy. What is shared lies in ledger/, put there by: writ publish
agent_trace.jsonl
decisions.jsonl
intent_map.md
.state/
`;

/** A shell does not read line ends of Windows, which git may put there when it checks files out. */
export const gitAttributesTemplate = `writ.sh text eol=lf
plugins/** text eol=lf
`;

/** The config with every key commented out, and the runners that were found. */
export function configTemplate(runners: readonly string[]): string {
  const listed =
    runners.length === 0
      ? "# runners: []"
      : `runners:\n${runners.map((runner) => `  - ${JSON.stringify(runner)}`).join("\n")}`;
  return `# How Writ works in this repository. Every key is optional; the values shown are what holds without them.
# What loosens anything takes effect once a person has run: writ trust

# enforce, or observe: record what would have been said, and refuse nothing.
# mode: enforce

# Which tools need an intent: mutating, or all.
# gate: mutating

# What a person is asked about: every-change, risky, or never.
# approval: risky

# Whether a file must have been read before it is changed: normal, or strict.
# lock: normal

# What happens to files a command changed outside its intent's scope: report, or undo.
# strays: report

# How long a selected intent stays selected: session, or turn.
# reset: session

# What a record claims: hunk (the changed lines), or file (all lines).
# ranges: hunk

# Where records are published: branch (a file a branch and working copy), or single (one tracked file).
# ledger: branch

# When the history of an intent is written into active_intents.yaml: session, or call.
# history: session

# What becomes of a lesson that an agent records: propose (you accept it), or write.
# lessons: propose

# How long a granted scope expansion lasts: session, or persist.
# expansion: session

# The file at the root that collects lessons.
# brain: AGENT.md

# More files whose changes a person approves; !glob takes one out.
# sensitive_paths: []

# More folders that may be written without an intent.
# scratch: []

# This repository's own test, build, lint and format commands: they run under an intent without a question.
${listed}

# What a tool may do, by name or glob over names: safe, changes, ask or deny.
# tools: {}

# What commands may do, by patterns over their words: allow, ask, deny. For example: deny: ["npm publish **"]
# commands: {allow: [], ask: [], deny: []}

# Intents, by pattern over ids, whose questions are answered with yes.
# approval_exempt: []

# How sure an approval must be, by risk: script, tty, native or ui.
# assurance:
#   change: tty
#   sensitive: tty
#   delete: tty
#   command: tty
#   opaque: tty
#   expansion: tty

# How long a ticket waits for an answer, in minutes.
# ticket_minutes: 30

# How much findings of writ check weigh (error, warn, note, off), by rule, and which files it leaves out.
# check:
#   rules: {}
#   ignore: []

# What a quick intent may do at most.
# quick:
#   hours: 4
#   files: 5
#   lines: 200

# How many days things are kept once they are over.
# retention:
#   sessions: 30
#   tickets: 30
#   undo: 7
#   lines: 365
#   quarantine: 90
`;
}

/** Every line that `init` may have written into files that people go on with. */
export function templateLines(): Set<string> {
  const templates = [intentsTemplate, ignoreTemplate, gitIgnoreTemplate, gitAttributesTemplate, configTemplate([])];
  return new Set(templates.flatMap((text) => text.split("\n")));
}

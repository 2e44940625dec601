import { describe, expect, it } from "vitest";
import { toHook } from "./to-hook.ts";

const file = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: "tracker",
  event_type: "PostAbilityCall",
  handler: { kind: "script", command: "./scripts/track.sh" },
  ...over,
});
const match = (over: Record<string, unknown>) => file({ match: over });
const command = (text: unknown, kind = "script") => file({ handler: { kind, command: text } });
const guard = (over: Record<string, unknown>) => file({ event_type: "PreAbilityCall", ...over });

describe("a file that says little", () => {
  it("gets every default", () => {
    expect(toHook(file(), ".system/hooks/tracker.yaml")).toEqual({
      faults: [],
      hook: {
        id: "tracker",
        events: ["PostAbilityCall"],
        enabled: true,
        summary: "",
        match: {},
        handler: { kind: "script", command: ["./scripts/track.sh"] },
        onFailure: "ignore",
        timeoutMs: 10_000,
        environments: [],
        after: [],
        env: [],
        cacheMs: 0,
        source: ".system/hooks/tracker.yaml",
      },
    });
  });

  it("keeps what it says", () => {
    const { hook, faults } = toHook(
      file({
        event_type: ["PostToolUse", "PostAbilityCall"],
        enabled: false,
        summary: " Track it.\n",
        match: { ability_scope: "*", min_duration_ms: 0, status: ["error", "failure"], stages: "act" },
        effects: [{ append_to: "x" }, "anything"],
        on_failure: "warn",
        timeout_ms: 500,
        environments: ["dev", "ci"],
        after: "other",
        env: "GITHUB_TOKEN",
        cache: { ttl_ms: 1000 },
      }),
      "x",
    );
    expect(faults).toEqual([]);
    expect(hook).toMatchObject({
      events: ["PostAbilityCall"],
      enabled: false,
      summary: "Track it.",
      match: { abilityScope: ["*"], minDurationMs: 0, status: ["failure"], stages: ["act"] },
      onFailure: "warn",
      timeoutMs: 500,
      environments: ["dev", "ci"],
      after: ["other"],
      env: ["GITHUB_TOKEN"],
      cacheMs: 1000,
    });
  });

  it("needs no more than its id to be switched off", () => {
    const { hook, faults } = toHook({ id: "post_tool_use_tracker", enabled: false }, "x");
    expect(faults).toEqual([]);
    expect(hook).toMatchObject({
      enabled: false,
      events: [],
      handler: { kind: "module", command: ["builtin:post_tool_use_tracker"] },
    });
  });

  it("may leave the value of a key out", () => {
    const { hook, faults } = toHook(file({ match: { status: null }, summary: null, after: null }), "x");
    expect([hook?.match, faults]).toEqual([{}, []]);
  });
});

describe("an error keeps the hook from running and says what to do", () => {
  it.each([
    ["nothing", null, "the file is empty"],
    ["a list", [1], "the file must hold keys and values, such as: id: my_hook"],
    ["no id", file({ id: undefined }), "id: is missing"],
    ["a number as id", file({ id: 42 }), "id: must be text; quote what looks like a number"],
    [
      "a blank in the id",
      file({ id: "a b" }),
      "id: a b is no id; use letters, digits, dots, dashes and underscores, at most 100 of them",
    ],
    [
      "an id that plays tricks",
      file({ id: "a\u202eb\n" }),
      "id: a<U+202E>b\\n is no id; use letters, digits, dots, dashes and underscores, at most 100 of them",
    ],
    [
      "a slip in the event",
      file({ event_type: "UserPromtSubmit" }),
      "event_type: UserPromtSubmit is no event; did you mean UserPromptSubmit?",
    ],
    [
      "an event of another world",
      file({ event_type: "OnMerge" }),
      "event_type: OnMerge is no event; use one of SessionStart, UserPromptSubmit, PreAbilityCall, PostAbilityCall, SessionStop, SessionEnd",
    ],
    ["no event at all", file({ event_type: [] }), "event_type: is an empty list; leave the key out or name something"],
    [
      "a number as event",
      file({ event_type: [1] }),
      "event_type: must be a word or a list of words; quote what looks like a number",
    ],
    ["an unknown key", file({ evnt_type: "x" }), "evnt_type: is no key of a hook; did you mean event_type?"],
    [
      "an unknown filter",
      match({ min_duration: 5 }),
      "match.min_duration: is no key of a hook; did you mean min_duration_ms?",
    ],
    [
      "a filter nobody knows",
      match({ colour: "red" }),
      /^match\.colour: is no key of a hook; use one of ability_scope, /,
    ],
    ["a negative time", match({ min_duration_ms: -1 }), "match.min_duration_ms: must be at least 0"],
    ["an unknown status", match({ status: "sucess" }), "match.status: sucess is no status; did you mean success?"],
    [
      "an unknown stage",
      match({ stages: ["deploy"] }),
      "match.stages: deploy is no stage; use one of understand, plan, act, review",
    ],
    ["an unknown agent", match({ agents: "coddex" }), "match.agents: coddex is no agent; did you mean codex?"],
    [
      "an empty filter",
      match({ ability_scope: [] }),
      "match.ability_scope: is an empty list; leave the key out or name something",
    ],
    ["an empty entry", match({ tools: ["Bash", " "] }), "match.tools: has an empty entry"],
    [
      "a path out of the repository",
      match({ only_if_changed_paths: "../x/**" }),
      "match.only_if_changed_paths: ../x/** cannot be used: it climbs with ..: scopes start at the workspace root",
    ],
    [
      "only exclusions",
      match({ ability_scope: ["!read_file"] }),
      "match.ability_scope: only says what to leave out; add what it is for, such as *",
    ],
    ["no handler", file({ handler: undefined }), "handler: is missing"],
    ["no event", file({ event_type: undefined }), "event_type: is missing"],
    ["no handler, though it is on", file({ handler: undefined, enabled: true }), "handler: is missing"],
    [
      "an unknown kind",
      file({ handler: { kind: "scirpt", command: "x" } }),
      "handler.kind: scirpt is not known; did you mean script?",
    ],
    [
      "an unknown key of the handler",
      file({ handler: { kind: "script", command: "x", args: [] } }),
      "handler.args: is no key of a hook; use one of kind, command",
    ],
    ["an empty command", command(" "), "handler.command: it names no program"],
    ["an empty list", command([]), "handler.command: it names no program"],
    ["an open quote", command("./x 'a"), "handler.command: a quote (') is opened and never closed"],
    ["a pipe", command("./x | tee log"), /^handler\.command: \| means nothing here, since there is no shell: /],
    ["two commands", command("./x && ./y"), /^handler\.command: && means nothing here/],
    ["a redirection", command("./x 2>/dev/null"), /^handler\.command: > means nothing here/],
    [
      "a variable before it",
      command("DEBUG=1 ./x"),
      "handler.command: it starts with a variable, which only a shell would set: list its name under env",
    ],
    [
      "a module with arguments",
      command("x.mjs --fast", "module"),
      "handler.command: a module is one file and takes no arguments; quote its name if it has blanks",
    ],
    [
      "a built-in as script",
      command("builtin:production_guard"),
      "handler.command: builtin:production_guard is a module of Writ's; say kind: module",
    ],
    [
      "a guard that only warns",
      guard({ blocking: true, on_failure: "warn" }),
      "on_failure: warn contradicts blocking: true, which means on_failure: deny; say one of them",
    ],
    [
      "a denial that does not block",
      guard({ blocking: false, on_failure: "deny" }),
      "on_failure: deny contradicts blocking: false, which means that a failure refuses nothing; say one of them",
    ],
    ["words for yes", file({ enabled: "yes" }), "enabled: must be true or false"],
    ["no time at all", file({ timeout_ms: 0 }), "timeout_ms: must be more than 0"],
    ["too much time", file({ timeout_ms: 1e9 }), "timeout_ms: must be at most 1800000"],
    ["waiting for itself", file({ after: ["tracker"] }), "after: a hook cannot wait for itself"],
    ["a variable with a value", file({ env: "A=b" }), "env: A=b is no name of a variable"],
    [
      "an unknown key of the cache",
      file({ cache: { ttl: 5, ttl_ms: 5 } }),
      "cache.ttl: is no key of a hook; did you mean ttl_ms?",
    ],
  ])("%s", (_, value, message) => {
    const { hook, faults } = toHook(value, "x");
    expect(hook).toBeNull();
    const errors = faults.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  it("tells all of them at once, each with its place", () => {
    const { faults } = toHook({ id: "a b", event_type: "Stpo", handler: { kind: "script" }, foo: 1 }, "x");
    expect(faults.map(({ path }) => path)).toEqual([["id"], ["handler", "command"], ["foo"]]);
  });
});

describe("a warning lets it run", () => {
  it.each([
    [
      "a guard of what is over",
      file({ blocking: true }),
      "blocking: PostAbilityCall cannot be refused; a failure is only reported there",
    ],
    [
      "a denial there",
      file({ event_type: ["PreAbilityCall", "SessionStop"], on_failure: "deny" }),
      "on_failure: SessionStop cannot be refused; a failure is only reported there",
    ],
    [
      "a status before the end",
      guard({ match: { status: "failure" } }),
      "match.status: PreAbilityCall says nothing of it, so the hook does not run there",
    ],
    [
      "an ability of a session",
      file({ event_type: "SessionStop", match: { ability_scope: "billing" } }),
      "match.ability_scope: SessionStop says nothing of it, so the hook does not run there",
    ],
    [
      "a home folder",
      command("~/bin/check --all"),
      "handler.command: ~/bin/check is taken as it stands, since there is no shell to fill it in",
    ],
    [
      "a variable",
      command("./x $HOME"),
      "handler.command: $HOME is taken as it stands, since there is no shell to fill it in",
    ],
  ])("%s", (_, value, message) => {
    const { hook, faults } = toHook(value, "x");
    expect(hook).not.toBeNull();
    expect(faults.map((fault) => [fault.severity, fault.message])).toEqual([["warning", message]]);
  });

  it("everything and zero need no event that tells of them", () => {
    const loose = { ability_scope: "*", tools: "*", operation_key: "*", min_duration_ms: 0 };
    expect(toHook(file({ event_type: "SessionStop", match: loose }), "x").faults).toEqual([]);
  });
});

it.each([
  ["PromptSubmit", "UserPromptSubmit"],
  ["PreToolUse", "PreAbilityCall"],
  ["Stop", "SessionStop"],
])("%s is another word for %s", (alias, event) => {
  expect(toHook(file({ event_type: alias }), "x").hook?.events).toEqual([event]);
});

it.each([
  ["error", "failure"],
  ["cancelled", "skipped"],
  ["partial", "success"],
])("status %s counts as %s", (later, status) => {
  expect(toHook(match({ status: later }), "x").hook?.match.status).toEqual([status]);
});

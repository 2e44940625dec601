import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseResult } from "./parse-result.ts";
import { toResult } from "./to-result.ts";

describe("a handler's result", () => {
  it.each<[string, string, unknown]>([
    ["nothing", "", {}],
    ["blanks", " \n\t", {}],
    ["an empty object", "{}", {}],
    [
      "S4's example",
      '{"logs":[{"level":"info","message":"x"}],"usage_recorded":true}',
      { logs: [{ level: "info", message: "x" }], usage_recorded: true },
    ],
    ["a byte order mark and blanks around it", '\uFEFF {"error":"x"}\r\n', { error: "x" }],
    ["keys nobody knows", '{"hook_signals":[1]}', { hook_signals: [1] }],
    [
      "null for what is left out",
      '{"error":null,"suggested_abilities":[{"id":"a","reason":"b","confidence":null}]}',
      { suggested_abilities: [{ id: "a", reason: "b" }] },
    ],
    [
      "a confidence above 1",
      '{"suggested_abilities":[{"id":"a","reason":"b","confidence":90}]}',
      { suggested_abilities: [{ id: "a", reason: "b", confidence: 1 }] },
    ],
    [
      "a confidence without end",
      '{"suggested_abilities":[{"id":"a","reason":"b","confidence":-1e999}]}',
      { suggested_abilities: [{ id: "a", reason: "b", confidence: 0 }] },
    ],
    [
      "a follow-up with a path",
      '{"follow_up_actions":[{"kind":"open_file","path":"a.ts"}]}',
      { follow_up_actions: [{ kind: "open_file", payload: { path: "a.ts" } }] },
    ],
    [
      "a follow-up with a payload",
      '{"follow_up_actions":[{"kind":"open_file","payload":{"path":"a.ts"}}]}',
      { follow_up_actions: [{ kind: "open_file", payload: { path: "a.ts" } }] },
    ],
    [
      "a follow-up with both",
      '{"follow_up_actions":[{"kind":"open_file","path":"b","line":3,"payload":{"path":"a"}}]}',
      { follow_up_actions: [{ kind: "open_file", payload: { path: "a", line: 3 } }] },
    ],
  ])("%s", (_, stdout, result) => {
    expect(parseResult(stdout)).toEqual({ result });
  });

  it.each([
    ["text", "done", "it printed text that is not JSON; what is not the result belongs on stderr"],
    [
      "text before it",
      'note\n{"error":"x"}',
      "it printed text that is not JSON; what is not the result belongs on stderr",
    ],
    [
      "text after it",
      '{"error":"}"} done',
      "it printed text after its JSON object; what is not the result belongs on stderr",
    ],
    ["two objects", '{"a":"\\"{"}\n{"b":2}', "it printed more than one JSON object"],
    ["half an object", '{"a":', "what it printed is not valid JSON"],
    ["what only looks like JSON", "{'a': 1}", "what it printed is not valid JSON"],
    ["a list", "[]", "it printed a list where one JSON object belongs; what is not the result belongs on stderr"],
    ["null", "null", "it printed a JSON value where one object belongs; what is not the result belongs on stderr"],
    ["more than 1 MB", `{"a":"${"x".repeat(1_000_000)}"}`, "it printed more than 1 MB"],
    ["what is too deep", `{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "its result is nested more than 32 deep"],
    [
      "what is far too deep",
      `{"a":${"[".repeat(400_000)}${"]".repeat(400_000)}}`,
      "its result is nested more than 32 deep",
    ],
    ["a trick with prototypes", '{"logs":[{"__proto__":{}}]}', "its result has a key named __proto__"],
    ["a message that is none", '{"messages_to_user":"hi"}', "messages_to_user of its result must be a list"],
    [
      "an ability without a reason",
      '{"suggested_abilities":[{"id":"a"}]}',
      "suggested_abilities[0].reason of its result must be text",
    ],
    [
      "a confidence as text",
      '{"suggested_abilities":[{"id":"a","reason":"b","confidence":"0.9"}]}',
      "suggested_abilities[0].confidence of its result must be a number",
    ],
    [
      "an unknown level",
      '{"logs":[{"level":"loud","message":"x"}]}',
      "logs[0].level of its result must be one of debug, info, warn, error",
    ],
    [
      "an unknown follow-up",
      '{"follow_up_actions":[{"kind":"rm"}]}',
      "follow_up_actions[0].kind of its result must be one of open_file, run_command, create_task",
    ],
    [
      "an unknown stage",
      '{"new_intent":{"intent":"x","stage":"now"}}',
      "new_intent.stage of its result must be one of understand, plan, act, review",
    ],
    ["an error that is no text", '{"error":5}', "error of its result must be text"],
  ])("%s is a fault", (_, stdout, fault) => {
    expect(parseResult(stdout)).toEqual({ fault });
  });

  it("may be a value that is there already", () => {
    const ability = { id: "a", reason: "b", confidence: Number.NaN };
    expect(toResult({ suggested_abilities: [ability] })).toEqual({
      result: { suggested_abilities: [{ id: "a", reason: "b" }] },
    });
    expect(toResult(undefined)).toEqual({ result: {} });
    expect(toResult("x")).toEqual({ fault: "its result is not an object" });
  });

  it("is read or refused whatever is printed, and reads the same when printed again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (stdout) => {
        const read = parseResult(stdout);
        if ("result" in read) expect(parseResult(JSON.stringify(read.result))).toEqual(read);
        else expect(read.fault).not.toBe("");
      }),
    );
  });
});

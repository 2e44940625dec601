import { describe, expect, it, onTestFinished } from "vitest";
import type { Spell, ToolUse, Turn } from "./script.ts";
import { openModel, type ScriptedModel } from "./server.ts";

const spell: Spell = (act) => ({ tool: act.do, input: { ...act } });
const turns: Turn[] = [
  { name: "write", act: { do: "write", path: "a.txt", content: "one\ntwo ✓\n" } },
  { name: "shell", act: (told) => ({ do: "shell", command: `echo ${told("write")}` }) },
  { name: "end", act: { do: "say", text: "All done." } },
];

async function opened(script: readonly Turn[] = turns, spelling: Spell = spell): Promise<ScriptedModel> {
  const model = await openModel(script, spelling);
  onTestFinished(() => model.close());
  return model;
}

async function post(model: ScriptedModel, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return await response.text();
}

/** The data of a stream of server-sent events. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes
const dataOf = (text: string): any[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
    .map((line) => JSON.parse(line.slice(6)));

interface Heard {
  readonly id: string | null;
  readonly tool: string | null;
  readonly input: unknown;
  readonly text: string;
}

/** How an agent puts its question on each wire, and hears the answer. */
const wires: Record<
  string,
  { ask(model: ScriptedModel, results: readonly [id: string | null, text: string][], tools: boolean): Promise<Heard> }
> = {
  "Anthropic Messages": {
    async ask(model, results, tools) {
      const messages = results.map(([tool_use_id, content]) => ({
        role: "user",
        content: [{ type: "tool_result", tool_use_id, content: [{ type: "text", text: content }] }],
      }));
      const body = { model: "m", stream: true, messages, tools: tools ? [{ name: "write" }] : [] };
      const events = dataOf(await post(model, "/v1/messages?beta=true", body));
      const block = events.find(({ type }) => type === "content_block_start").content_block;
      const deltas = events.filter(({ type }) => type === "content_block_delta").map(({ delta }) => delta);
      const json = deltas.map(({ partial_json }) => partial_json ?? "").join("");
      const text = deltas.map((delta) => delta.text ?? "").join("");
      return { id: block.id ?? null, tool: block.name ?? null, input: json === "" ? null : JSON.parse(json), text };
    },
  },
  "Chat Completions": {
    async ask(model, results, tools) {
      const messages = results.map(([tool_call_id, content]) => ({ role: "tool", tool_call_id, content }));
      const body = { model: "m", stream: true, messages, tools: tools ? [{ function: { name: "write" } }] : [] };
      const deltas = dataOf(await post(model, "/v1/chat/completions", body)).flatMap(({ choices }) =>
        choices.map((choice: { delta: unknown }) => choice.delta),
      );
      const calls = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
      const json = calls.map((call) => call.function.arguments).join("");
      const text = deltas.map(({ content }) => content ?? "").join("");
      return {
        id: calls[0]?.id ?? null,
        tool: calls[0]?.function.name ?? null,
        input: json === "" ? null : JSON.parse(json),
        text,
      };
    },
  },
  Responses: {
    async ask(model, results, tools) {
      const input = results.map(([call_id, output]) => ({ type: "function_call_output", call_id, output }));
      const body = { model: "m", stream: true, input, tools: tools ? [{ type: "function", name: "write" }] : [] };
      const events = dataOf(await post(model, "/v1/responses", body));
      const { item } = events.find(({ type }) => type === "response.output_item.done");
      const args = item.arguments === undefined ? null : JSON.parse(item.arguments);
      return { id: item.call_id ?? null, tool: item.name ?? null, input: args, text: item.content?.[0].text ?? "" };
    },
  },
  Gemini: {
    async ask(model, results, tools) {
      const parts = results.map(([, output]) => ({ functionResponse: { name: "write", response: { output } } }));
      const body = {
        contents: [{ role: "user", parts }],
        tools: tools ? [{ functionDeclarations: [{ name: "write" }] }] : [],
      };
      const [{ candidates }] = dataOf(await post(model, "/v1beta/models/m:streamGenerateContent?alt=sse", body));
      const [part] = candidates[0].content.parts;
      return {
        id: null,
        tool: part.functionCall?.name ?? null,
        input: part.functionCall?.args ?? null,
        text: part.text ?? "",
      };
    },
  },
};

describe.each(Object.entries(wires))("%s", (_, { ask }) => {
  it("follows the script, and remembers what the model was told", async () => {
    const model = await opened();
    const first = await ask(model, [], true);
    expect(first).toMatchObject({ tool: "write", input: { path: "a.txt", content: "one\ntwo ✓\n" } });
    const second = await ask(model, [[first.id, "refused: no intent"]], true);
    expect(second).toMatchObject({ tool: "shell", input: { command: "echo refused: no intent" } });
    const results: [string | null, string][] = [
      [first.id, "refused: no intent"],
      [second.id, "ok"],
    ];
    expect(await ask(model, results, true)).toMatchObject({ tool: null, text: "All done." });
    expect(await ask(model, results, true)).toMatchObject({ text: "All done." });
    expect(model.told("write")).toBe("refused: no intent");
    expect(model.told("shell")).toBe("ok");
    expect(model.exchanges.map(({ turn }) => turn)).toEqual(["write", "shell", "end", "end"]);
    expect(model.exchanges[1]?.told).toContain("refused: no intent");
    expect(model.exchanges[1]?.tools).toEqual(["write"]);
  });

  it("takes no turn for a request without tools", async () => {
    const model = await opened();
    expect(await ask(model, [], false)).toMatchObject({ tool: null, text: "Scripted." });
    expect(model.exchanges).toEqual([]);
    expect(model.aside).toHaveLength(1);
    expect(model.told("write")).toBeNull();
  });
});

it("gives a repeated request the same answer, and lets the world move on once", async () => {
  let moved = 0;
  const model = await opened([{ name: "write", act: { do: "read", path: "a" }, first: () => (moved += 1) }]);
  const ask = () => wires.Responses?.ask(model, [], true);
  expect(await ask()).toEqual(await ask());
  expect(moved).toBe(1);
});

it("puts a text tool and a tool of a server as the Responses wire has them", async () => {
  const uses: ToolUse[] = [
    { tool: "apply_patch", input: "*** Begin Patch" },
    { tool: "select_active_intent", namespace: "mcp__writ", input: { intent_id: "INT-001" } },
  ];
  for (const use of uses) {
    const model = await opened(turns, () => use);
    const events = dataOf(await post(model, "/v1/responses", { stream: true, tools: [{ name: "x" }] }));
    const { item } = events.find(({ type }) => type === "response.output_item.done");
    if (typeof use.input === "string")
      expect(item).toMatchObject({ type: "custom_tool_call", name: use.tool, input: use.input });
    else expect(item).toMatchObject({ type: "function_call", name: use.tool, namespace: use.namespace });
  }
});

it.each(["/v1/messages", "/v1/chat/completions", "/v1/responses", "/v1beta/models/m:generateContent"])(
  "answers %s in one piece where no stream is wanted",
  async (path) => {
    const model = await opened();
    expect(JSON.stringify(JSON.parse(await post(model, path, { tools: [] })))).toContain("Scripted.");
  },
);

it("says nothing to what it does not understand", async () => {
  const model = await opened();
  expect((await fetch(`${model.url}/v1/models`)).status).toBe(404);
  expect((await fetch(`${model.url}/v1/messages`, { method: "POST", body: "{" })).status).toBe(400);
  expect(model.unknown).toEqual(["GET /v1/models"]);
});

it("stops an agent that asks for ever", async () => {
  const model = await opened();
  const body = JSON.stringify({ tools: [] });
  const ask = async () => (await fetch(`${model.url}/v1/messages`, { method: "POST", body })).status;
  const all: number[] = [];
  for (let times = 0; times < 401; times++) all.push(await ask());
  expect(new Set(all.slice(0, 400))).toEqual(new Set([200]));
  expect(all.at(-1)).toBe(400);
});

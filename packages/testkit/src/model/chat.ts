import { contentOf, fieldsOf, itemsOf, textOf, toldIn } from "./fields.ts";
import { document, events, halves, type Wire } from "./wire.ts";

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

/** OpenAI Chat Completions. */
export const chat: Wire = {
  takes: (path) => path.endsWith("/chat/completions"),

  read(body) {
    return {
      model: textOf(body.model),
      tools: itemsOf(body.tools).map((tool) => textOf(fieldsOf(fieldsOf(tool).function).name)),
      told: toldIn(body),
      results: itemsOf(body.messages)
        .map(fieldsOf)
        .filter(({ role }) => role === "tool")
        .map(({ tool_call_id, content }) => ({ id: textOf(tool_call_id), text: contentOf(content) })),
      stream: body.stream === true,
    };
  },

  write(answer, { model, stream }) {
    const finish_reason = "text" in answer ? "stop" : "tool_calls";
    const call = "text" in answer ? null : { id: answer.id, type: "function", function: functionOf(answer.use) };
    const common = { id: "chatcmpl-scripted", created: 1, model };
    if (!stream) {
      const message = {
        role: "assistant",
        ...("text" in answer ? { content: answer.text } : { content: null, tool_calls: [call] }),
      };
      return document({ ...common, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage });
    }
    const chunk = (delta: object, reason: string | null = null) =>
      [
        null,
        { ...common, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: reason }] },
      ] as const;
    const deltas =
      "text" in answer
        ? halves(answer.text).map((content) => ({ content }))
        : [
            { tool_calls: [{ index: 0, ...call, function: { ...functionOf(answer.use), arguments: "" } }] },
            ...halves(functionOf(answer.use).arguments).map((part) => ({
              tool_calls: [{ index: 0, function: { arguments: part } }],
            })),
          ];
    return events([
      chunk({ role: "assistant", content: null }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finish_reason),
      [null, { ...common, object: "chat.completion.chunk", choices: [], usage }],
      [null, "[DONE]"],
    ]);
  },
};

function functionOf({ tool, input }: { tool: string; input: unknown }): { name: string; arguments: string } {
  return { name: tool, arguments: JSON.stringify(input) };
}

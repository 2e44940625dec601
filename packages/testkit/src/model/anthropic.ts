import { contentOf, fieldsOf, itemsOf, textOf, toldIn } from "./fields.ts";
import { document, events, halves, type ToolResult, type Wire } from "./wire.ts";

const usage = { input_tokens: 10, output_tokens: 10 };

/** Anthropic Messages. */
export const anthropic: Wire = {
  takes: (path) => path === "/v1/messages",

  read(body) {
    return {
      model: textOf(body.model),
      tools: itemsOf(body.tools).map((tool) => textOf(fieldsOf(tool).name)),
      told: toldIn(body),
      results: itemsOf(body.messages).flatMap(resultsIn),
      stream: body.stream === true,
    };
  },

  write(answer, { model, stream }) {
    const block =
      "text" in answer
        ? { type: "text", text: answer.text }
        : { type: "tool_use", id: answer.id, name: answer.use.tool, input: answer.use.input };
    const stop_reason = "text" in answer ? "end_turn" : "tool_use";
    const message = { id: "msg_scripted", type: "message", role: "assistant", model, stop_sequence: null, usage };
    if (!stream) return document({ ...message, content: [block], stop_reason });
    const [empty, deltas] =
      "text" in answer
        ? [{ type: "text", text: "" }, halves(answer.text).map((text) => ({ type: "text_delta", text }))]
        : [
            { ...block, input: {} },
            halves(JSON.stringify(answer.use.input)).map((partial_json) => ({
              type: "input_json_delta",
              partial_json,
            })),
          ];
    const named = (type: string, data: object) => [type, { type, ...data }] as const;
    return events([
      named("message_start", { message: { ...message, content: [], stop_reason: null } }),
      named("content_block_start", { index: 0, content_block: empty }),
      ...deltas.map((delta) => named("content_block_delta", { index: 0, delta })),
      named("content_block_stop", { index: 0 }),
      named("message_delta", { delta: { stop_reason, stop_sequence: null }, usage }),
      named("message_stop", {}),
    ]);
  },
};

function resultsIn(message: unknown): ToolResult[] {
  return itemsOf(fieldsOf(message).content)
    .map(fieldsOf)
    .filter(({ type }) => type === "tool_result")
    .map(({ tool_use_id, content }) => ({ id: textOf(tool_use_id), text: contentOf(content) }));
}

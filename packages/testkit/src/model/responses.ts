import { contentOf, fieldsOf, itemsOf, textOf, toldIn } from "./fields.ts";
import type { ToolUse } from "./script.ts";
import { document, events, type Wire } from "./wire.ts";

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 20,
};

/** OpenAI Responses. */
export const responses: Wire = {
  takes: (path) => path.endsWith("/responses"),

  read(body) {
    return {
      model: textOf(body.model),
      tools: itemsOf(body.tools)
        .map(fieldsOf)
        .map(({ name, type }) => textOf(name) || textOf(type)),
      told: toldIn(body),
      results: itemsOf(body.input)
        .map(fieldsOf)
        .filter(({ type }) => type === "function_call_output" || type === "custom_tool_call_output")
        .map(({ call_id, output }) => ({ id: textOf(call_id), text: contentOf(output) })),
      stream: body.stream === true,
    };
  },

  write(answer, { model, stream }) {
    const item = "text" in answer ? message(answer.text) : called(answer.id, answer.use);
    const response = { id: "resp_scripted", object: "response", created_at: 1, model };
    const whole = { ...response, status: "completed", output: [item], usage };
    if (!stream) return document(whole);
    const named = (type: string, data: object) => [type, { type, ...data }] as const;
    const begun = { ...item, status: "in_progress", ...("text" in answer ? { content: [] } : {}) };
    return events([
      named("response.created", { response: { ...response, status: "in_progress", output: [] } }),
      named("response.output_item.added", { output_index: 0, item: begun }),
      ...("text" in answer
        ? [
            named("response.output_text.delta", {
              output_index: 0,
              content_index: 0,
              item_id: item.id,
              delta: answer.text,
            }),
          ]
        : []),
      named("response.output_item.done", { output_index: 0, item }),
      named("response.completed", { response: whole }),
    ]);
  },
};

function message(text: string) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: "msg_scripted", role: "assistant", status: "completed", content };
}

function called(id: string, { tool, input, namespace }: ToolUse) {
  const common = { id: `item_${id}`, call_id: id, name: tool, status: "completed" };
  if (typeof input === "string") return { type: "custom_tool_call", ...common, input };
  const where = namespace === undefined ? {} : { namespace };
  return { type: "function_call", ...common, ...where, arguments: JSON.stringify(input) };
}

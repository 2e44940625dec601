import { fieldsOf, itemsOf, textOf, textsIn, toldIn } from "./fields.ts";
import { document, events, type ToolResult, type Wire } from "./wire.ts";

const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
const spoken = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(stream)?[gG]enerateContent$/;

/** Gemini generateContent. It has no ids for calls: what came of them is told in their order. */
export const gemini: Wire = {
  takes: (path) => spoken.test(path),

  read(body, path) {
    const [, model = "", stream] = spoken.exec(path) ?? [];
    return {
      model,
      tools: itemsOf(body.tools)
        .flatMap((tool) => itemsOf(fieldsOf(tool).functionDeclarations))
        .map((tool) => textOf(fieldsOf(tool).name)),
      told: toldIn(body),
      results: itemsOf(body.contents).flatMap(resultsIn),
      stream: stream !== undefined,
    };
  },

  write(answer, { model, stream }) {
    const part =
      "text" in answer ? { text: answer.text } : { functionCall: { name: answer.use.tool, args: answer.use.input } };
    const candidate = { index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" };
    const whole = { candidates: [candidate], usageMetadata, modelVersion: model };
    return stream ? events([[null, whole]]) : document(whole);
  },
};

function resultsIn(content: unknown): ToolResult[] {
  return itemsOf(fieldsOf(content).parts)
    .map((part) => fieldsOf(part).functionResponse)
    .filter((response) => response !== undefined)
    .map((response) => ({ id: null, text: textsIn(fieldsOf(response).response) }));
}

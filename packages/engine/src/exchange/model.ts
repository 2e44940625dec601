/** How models.dev calls who makes a model, by how the model's name begins. */
const providers: readonly (readonly [start: RegExp, provider: string])[] = [
  [/^claude-/, "anthropic"],
  [/^(?:gpt-|chatgpt-|codex-|o[1-9](?:-|$))/, "openai"],
  [/^gemini-/, "google"],
  [/^grok-/, "xai"],
  [/^deepseek-/, "deepseek"],
  [/^qwen/, "alibaba"],
  [/^(?:mistral|codestral|devstral)-/, "mistral"],
];
const longest = 250;

/** A model as Agent Trace spells it, `provider/model`; `undefined` for one nobody knows. */
export function toModelId(model: string): string | undefined {
  if (model === "" || model === "unknown") return undefined;
  const provider = providers.find(([start]) => start.test(model))?.[1];
  return (provider === undefined ? model : `${provider}/${model}`).slice(0, longest);
}

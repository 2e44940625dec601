import type { Problem } from "@writ/contracts";
import { toToolError } from "@writ/contracts";

/** A reason longer than this is cut: some agents repeat it to the model with every refusal. */
const longestReason = 8_000;
const longestSentence = 1_000;
const longestDetail = 400;

/** What a model reads of a refusal: the problem as JSON, on one line (R85). */
export function refusalText(problem: Problem): string {
  const error = toToolError(problem);
  const whole = JSON.stringify(error);
  if (whole.length <= longestReason) return whole;
  const { message, suggestion, meta } = error;
  const details = Object.entries(meta).filter(([, value]) => (JSON.stringify(value) ?? "").length <= longestDetail);
  return JSON.stringify({
    ...error,
    message: shortened(message),
    suggestion: shortened(suggestion),
    meta: Object.fromEntries(details.slice(0, 8)),
  });
}

/** What a person reads: what happened and what to do, on one line and never empty. */
export function personText({ message, hint }: Problem): string {
  const text = oneLine(`${shortened(message)} ${shortened(hint)}`);
  return text === "" ? "Refused by Writ." : text;
}

/** The text without its line breaks. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();

const shortened = (text: string): string =>
  text.length <= longestSentence ? text : `${text.slice(0, longestSentence)}…`;

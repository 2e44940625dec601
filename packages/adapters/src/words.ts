import type { Problem, Question } from "@writ/contracts";
import { toToolError } from "@writ/contracts";

/** A reason longer than this is cut: some agents repeat it to the model with every refusal. */
const longestReason = 8_000;
const longestSentence = 1_000;
const longestDetail = 400;
/** What fits into a dialog. */
const mostLines = 24;
const longestLine = 400;

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

/** What a person reads who is about to press yes or no: why they are asked, and what either key does. */
export function questionText({ reasons, ticket }: Question): string {
  const why = shortened(reasons.join("; ").replace(/[.\s]{1,9}$/, ""));
  const known = ticket === undefined ? "" : ` (${ticket})`;
  return oneLine(`Writ asks before this runs: ${why}. Yes lets it run once, No keeps it from running${known}.`);
}

/** The same for a dialog in which nothing else stands: with the command or the change, and how much of it is left out. */
export function wholeQuestionText(question: Question): string {
  const { detail = "", ticket } = question;
  if (detail === "") return questionText(question);
  const lines = detail.split("\n");
  const shown = lines
    .slice(0, mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  const isCut = lines.length > mostLines || lines.some((line) => line.length > longestLine);
  const rest = `This is not all of it (${lines.length} lines). In a terminal, all of it: writ approve ${ticket ?? ""}`;
  return [questionText(question), "", ...shown, ...(isCut ? [rest.trim()] : [])].join("\n");
}

/** The text without its line breaks. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();

const shortened = (text: string): string =>
  text.length <= longestSentence ? text : `${text.slice(0, longestSentence)}…`;

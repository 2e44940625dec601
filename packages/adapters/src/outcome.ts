import type { Outcome } from "@writ/contracts";
import { fieldOf, isFields } from "./fields.ts";

/** Whether a tool's own answer says that it failed. Agents send many failures as an ordinary end. */
export function statusOfResponse(response: unknown): Outcome["status"] {
  if (!isFields(response)) return "ok";
  const error = fieldOf(response, "error");
  if (error !== undefined && error !== null && error !== "" && error !== false) return "failed";
  if (fieldOf(response, "isError") === true || fieldOf(response, "is_error") === true) return "failed";
  if (fieldOf(response, "success") === false || fieldOf(response, "interrupted") === true) return "failed";
  const code = fieldOf(response, "exitCode") ?? fieldOf(response, "exit_code");
  return typeof code === "number" && code !== 0 ? "failed" : "ok";
}

/** The same for an agent that puts the exit code into the text: `code` finds it there. */
export function statusOfText(text: string, code: RegExp): Outcome["status"] {
  const found = code.exec(text)?.[1];
  return found === undefined || /^0+$/.test(found) ? "ok" : "failed";
}

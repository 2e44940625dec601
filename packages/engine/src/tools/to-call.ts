import type { Call, ToolRequest } from "@writ/contracts";
import { analyse } from "../shell/analyse.ts";
import { type CallOptions, readCall } from "./read-call.ts";

/** A tool call as the policies see it, its command lines analysed. Never throws: what cannot be understood is `invalid`. */
export function toCall(request: ToolRequest, options: CallOptions): Call {
  return readCall(request, { ...options, analyse });
}

import type { Answer, ApprovalRequest, Approver } from "@writ/contracts";
import type { AskApproval } from "../hooks/types.ts";

/** What the host's own dialog is given to show, as S2 does: one JSON text. */
function message(request: ApprovalRequest): string {
  return JSON.stringify({
    tool: request.tool,
    intent_id: request.intent,
    risk: request.risk,
    reasons: request.reasons,
    affected_files: request.files,
    mutation_class: request.mutationClass,
    diff_preview: request.preview.lines,
    ...(request.preview.hidden > 0 ? { hidden_lines: request.preview.hidden } : {}),
    ...(request.unseen === undefined ? {} : { not_shown: request.unseen }),
    ...(request.globs === undefined ? {} : { additional_globs: request.globs }),
  });
}

/** Asks through the host's `askApproval`. A dialog that is dismissed or fails is a no. */
export function askApprovalApprover(ask: AskApproval): Approver {
  return {
    name: "askApproval",
    async ask(request): Promise<Answer> {
      const kind = request.risk === "expansion" ? "scope_expansion" : "tool";
      return { approved: (await ask(kind, message(request))) === true, by: "host", assurance: "native" };
    },
  };
}

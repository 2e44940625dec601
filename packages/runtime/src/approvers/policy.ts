import type { ApprovalRequest, Approver } from "@writ/contracts";

/** Answers by a rule the host wrote: for tests, batch runs and teams with their own risk table. */
export function policyApprover(isApproved: (request: ApprovalRequest) => boolean): Approver {
  return {
    name: "policy",
    async ask(request) {
      return { approved: isApproved(request), by: "policy", assurance: "script" };
    },
  };
}

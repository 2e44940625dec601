import { createInterface } from "node:readline/promises";
import type { ApprovalRequest, Approver } from "@writ/contracts";
import { visible } from "@writ/engine";

/** A terminal to ask on. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** Who sits there; recorded as a pseudonym. */
  by: string;
}

function describe(request: ApprovalRequest): string {
  const lines = [
    `${request.tool} wants to go on under ${request.intent ?? "no intent"}:`,
    ...request.reasons.map((reason) => `  - ${reason}`),
    ...request.files.map((file) => `  file: ${file}`),
    ...(request.globs ?? []).map((glob) => `  adds to the scope: ${glob}`),
    "",
    ...request.detail.split("\n").map((line) => `  | ${withoutGaps(line)}`),
    ...(request.unseen ?? []).map((part) => `  not shown: ${part}`),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}

/** So many blanks push what follows out of sight; they are counted instead. */
const withoutGaps = (line: string): string => line.replace(/[ \t]{25,}/g, (gap) => `<${gap.length} blanks>`);

/**
 * Asks on a terminal and shows the whole change: what is approved is never cut short. Only a typed `yes` approves. It
 * counts as `tty` where `isUsers` shows that no session could type there, else as `script`.
 */
export function terminalApprover(
  { input, output, by }: Terminal,
  isUsers: () => Promise<boolean> = async () => false,
): Approver {
  return {
    name: "terminal",
    async ask(request, signal) {
      const reader = createInterface({ input, output });
      const controller = new AbortController();
      if (signal.aborted) controller.abort();
      signal.addEventListener("abort", () => controller.abort());
      try {
        output.write(describe(request));
        const said = await reader.question("Approve? Type yes or no: ", { signal: controller.signal });
        const assurance = (await isUsers()) ? "tty" : "script";
        return { approved: said.trim().toLowerCase() === "yes", by, assurance };
      } finally {
        reader.close();
      }
    },
  };
}

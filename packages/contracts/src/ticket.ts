import type { Risk } from "./verdict.ts";

/** How sure we are that a person said it, weakest first. */
export const assurances = ["script", "tty", "native", "ui"] as const;
export type Assurance = (typeof assurances)[number];

/** Whether an answer is as sure as it must be. */
export function isSureEnough(given: Assurance, wanted: Assurance): boolean {
  return assurances.indexOf(given) >= assurances.indexOf(wanted);
}

/** What a person is shown before answering. Control characters are made visible by whoever prints it. */
export interface Preview {
  /** The lines shown. */
  lines: readonly string[];
  /** How many lines follow that are not shown. Never hidden silently (R27). */
  hidden: number;
}

/** A question waiting for a person, bound to one exact action. Kept in `.state/tickets/`. */
export interface Ticket {
  id: string;
  status: "open" | "approved" | "rejected" | "used" | "expired";
  /** Digest of tool, input, effects, content hashes, script content, intent, session and root. */
  binding: string;
  session: string;
  agent: string;
  intent: string | null;
  tool: string;
  risk: Risk;
  reasons: readonly string[];
  /** Workspace-relative paths it would change. */
  files: readonly string[];
  /** The whole command or the whole change: what is approved is shown in full. */
  detail: string;
  /** For a scope expansion: the globs asked for. */
  globs?: readonly string[];
  createdAt: string;
  expiresAt: string;
  answeredAt?: string;
  by?: string;
  assurance?: Assurance;
  /** What the person said with the answer. */
  note?: string;
}

/** A person's answer. */
export interface Answer {
  approved: boolean;
  by: string;
  assurance: Assurance;
  note?: string;
}

/** What an approver is asked. */
export interface ApprovalRequest {
  invocationId: string;
  session: string;
  intent: string | null;
  tool: string;
  toolName: string;
  risk: Risk;
  reasons: readonly string[];
  files: readonly string[];
  mutationClass: string;
  preview: Preview;
  /** The whole change or command. */
  detail: string;
  globs?: readonly string[];
}

/** Someone who can be asked: a modal, a terminal prompt, a policy. Rejects or never answers = no. */
export interface Approver {
  name: string;
  ask(request: ApprovalRequest, signal: CancelSignal): Promise<Answer>;
}

/** What an approver needs of an `AbortSignal`; every `AbortSignal` is one. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
}

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
  /** `closed`: nobody waits for the answer any more, and it counts for nothing. */
  status: "open" | "approved" | "rejected" | "used" | "expired" | "closed";
  /** Digest of tool, input, effects, content hashes, script content, intent, session and root. */
  binding: string;
  /** Digest of the call alone: asked again in another state of things, it is another question that replaces this one. */
  action?: string;
  /** The content of every file the answer depends on, by path: what to name when it does not fit any more. */
  depends?: Readonly<Record<string, string>>;
  /** The question that replaced this one. */
  replacedBy?: string;
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
  /** For a command: its text alone. */
  command?: string;
  /** For a scope expansion: the globs asked for. */
  globs?: readonly string[];
  /** What is run and not shown in `detail`, each with why: too large, not text. Approving it says so. */
  unseen?: readonly string[];
  /** What a standing answer to this would be bound to; unset where only this one call can be approved. */
  standing?: string;
  /** Digests of what it runs and this session changed, by name: once agreed to, the same is not asked about again. */
  ran?: Readonly<Record<string, string>>;
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
  /** What is run and not shown in `detail`, each with why. */
  unseen?: readonly string[];
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

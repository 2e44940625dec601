import type { Problem } from "./problem.ts";

/** What a person is asked, and what the answer would be bound to. */
export interface Question {
  /** Why a person is needed, each in one line. */
  reasons: readonly string[];
  /** How dangerous it is; config sets how sure an approval must be for each. */
  risk: Risk;
  /** Digest of the exact action; an answer given for another digest does not count. */
  binding: string;
  /** Where the agent asks its person itself: the ticket, and the whole command or change for a dialog that shows none. */
  ticket?: string;
  detail?: string;
}

export type Risk = "change" | "sensitive" | "delete" | "command" | "opaque" | "expansion";

/**
 * `pass`: no objection, the agent's own prompts stay in force. `allow`: only where a person configured
 * auto-approval. `ask`: a person must agree first. `deny`: not now; the problem says what to do.
 */
export type Verdict =
  | {
      kind: "pass" /** The approved ticket this pass uses up. */;
      ticket?: string;
      /** The standing answer it relies on. */
      grant?: string;
      context?: string;
    }
  | { kind: "allow"; context?: string }
  | { kind: "ask"; problem: Problem; question: Question }
  | { kind: "deny"; problem: Problem };

/** No objection. */
export const pass: Verdict = { kind: "pass" };

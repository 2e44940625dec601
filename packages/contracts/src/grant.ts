import type { Assurance } from "./ticket.ts";
import type { Risk } from "./verdict.ts";

/** No grant holds longer than this, in hours. */
export const longestGrantHours = 8;

/**
 * A standing answer: this exact command, under this intent, from this folder, with what its scripts hold, until a
 * moment; any session of that intent. Kept in `.state/grants/`.
 */
export interface Grant {
  id: string;
  /** Digest of the command, the intent, the folder, the root and the content of what it runs. */
  binding: string;
  intent: string | null;
  tool: string;
  /** The command line, or what the tool is given: shown to people, never published. */
  command: string;
  risk: Risk;
  createdAt: string;
  until: string;
  by: string;
  assurance: Assurance;
  /** The ticket it answered. */
  ticket: string;
  uses: number;
  usedAt?: string;
  revokedAt?: string;
}

/** Standing answers and what became of them. */
export interface GrantStore {
  /** Keeps a new grant; one of the same id, or one that would hold too long, is refused. */
  add(grant: Omit<Grant, "uses">): Promise<Grant>;
  read(id: string): Promise<Grant | null>;
  /** All that are kept, oldest first, also those that ran out or were revoked. */
  list(): Promise<Grant[]>;
  /** Counts a use; `false` when the grant holds no more. */
  use(id: string, now: string): Promise<boolean>;
  /** Ends a grant; `false` when it had ended already. */
  revoke(id: string, now: string): Promise<boolean>;
}

import type { Arg } from "./arg.ts";
import type { Finding, Scene } from "./finding.ts";
import type { Allowed } from "./options.ts";

/** What is known of one program that reads. */
export interface Rule {
  readonly program: string;
  /** The options with which it only reads; without a list no option makes it do more. */
  readonly allowed?: Allowed;
  /** What else must hold: `null` when the arguments are proven harmless, otherwise why not. */
  readonly proof?: (args: readonly Arg[]) => string | null;
  /** Command lines that are safe, and some that are not. A test runs them all. */
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Judges the arguments of one program. */
export type Judge = (args: readonly Arg[], scene: Scene, program: string) => Finding;

/** What an agent's hook says beside its payload, whichever way it reached us. */
export interface HookRequest {
  readonly agent: string;
  /** The event the hook was installed for, as the agent names it. */
  readonly event: string | undefined;
  /** Where the hook was started. */
  readonly cwd: string;
  /** The project whose settings started it. */
  readonly project: string | undefined;
  /** The variables that tell agents apart, as far as they are set. */
  readonly marks: Readonly<Record<string, string>>;
  /** The process that started the hook. */
  readonly parent: number;
}

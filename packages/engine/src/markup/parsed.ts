/** Something wrong in a text, with its line from 1. */
export interface Fault {
  readonly line: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** A value read from a text, and the line each part of it stands on. */
export interface Part {
  readonly value: unknown;
  /** The line of the value at the end of this way; of its nearest parent where there is none. */
  lineOf(way: readonly (string | number)[]): number;
}

/** What a text holds, as far as it can be read. */
export interface Parts {
  readonly parts: readonly Part[];
  readonly faults: readonly Fault[];
}

/** Whether a value has keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

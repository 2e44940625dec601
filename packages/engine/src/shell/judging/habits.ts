import type { Habits } from "./rule.ts";

/** What a tool does with an option of this name, where that is a habit of its own. */
export function habitOf(name: string, { writes = [], reads = [] }: Habits = {}): "writes" | "reads" | null {
  if (writes.includes(name)) return "writes";
  return reads.includes(name) ? "reads" : null;
}

/** A moment as a person reads it: `2026-11-15 16:25:23Z`. */
export const sayMoment = (at: string): string => at.replace("T", " ").replace(/\.\d+Z$/, "Z");

const unit: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `1h30m`, `2d` in milliseconds; `null` for anything else, and for nothing at all. */
export function parseDuration(text: string): number | null {
  if (!/^(\d{1,6}[smhd])+$/.test(text)) return null;
  let sum = 0;
  for (const [, amount, letter] of text.matchAll(/(\d+)([smhd])/g)) sum += Number(amount) * (unit[letter ?? ""] ?? 0);
  return sum > 0 ? sum : null;
}

/** Milliseconds as the two largest parts: `1h 30m`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return "0s";
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, letter]) => `${amount}${letter}`)
    .join(" ");
}

/** The moment so many milliseconds after an ISO time, as ISO time. */
export function later(iso: string, ms: number): string {
  return new Date(Date.parse(iso) + ms).toISOString();
}

/** An ISO time, or a duration before `now` (`2h`), as ISO time; `null` when it is neither. */
export function parseSince(text: string, now: string): string | null {
  const ago = parseDuration(text);
  if (ago !== null) return later(now, -ago);
  if (!/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  inverse: [7, 27],
} as const;

/** Colours text, or gives it back as it is. */
export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>;

/** A paint that colours only when asked to. */
export function paintFor(colour: boolean): Paint {
  const stroke =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      colour ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: stroke(codes.bold),
    dim: stroke(codes.dim),
    red: stroke(codes.red),
    green: stroke(codes.green),
    yellow: stroke(codes.yellow),
    blue: stroke(codes.blue),
    magenta: stroke(codes.magenta),
    cyan: stroke(codes.cyan),
    inverse: stroke(codes.inverse),
  };
}

/** Colours are for a terminal; `NO_COLOR` takes them away, `FORCE_COLOR` brings them elsewhere. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return terminal && env.TERM !== "dumb";
}

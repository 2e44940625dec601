import type { Effect } from "@writ/contracts";

/** The same effect twice is one, unless something was copied, moved or linked in between: then it may be on another file. */
export function distinctEffects(effects: readonly Effect[]): Effect[] {
  if (effects.length < 2) return [...effects];
  const seen = new Set<string>();
  let doors = 0;
  return effects.filter(
    ({ op, path, from, certainty, ifFolder, ifThere, within, names, to, carries, output, reverts }) => {
      const key = JSON.stringify([
        op,
        path,
        from,
        certainty,
        ifFolder,
        ifThere,
        within,
        names,
        to,
        carries,
        output,
        reverts,
      ]);
      const isDoor = within === true || [from, to, carries].some((end) => end !== undefined);
      const isNew = isDoor ? !seen.has(key) : !seen.has(`${doors} ${key}`);
      if (isNew && isDoor) doors += 1;
      seen.add(isDoor ? key : `${doors} ${key}`);
      return isNew;
    },
  );
}

import type { Verified } from "@writ/runtime";
import { plural } from "../text/table.ts";

/** What to tell of the anchors there are, a line each; that there are none only to somebody who is looking. */
export function sayAnchors({ anchors, elsewhere, records }: Verified, isWatched: boolean): string[] {
  const last = anchors.at(-1);
  if (last === undefined) {
    return isWatched && records > 0
      ? ["Nothing is anchored, so a cut end would not show. To note it: writ verify --anchor"]
      : [];
  }
  const where = last.tag === undefined ? `on commit ${last.commit.slice(0, 10)}` : `in the tag ${last.tag}`;
  const tags = anchors.flatMap(({ tag, signature }) =>
    tag === undefined ? [] : [`Tag ${tag}: ${said[signature ?? "unsigned"]}.`],
  );
  const others =
    elsewhere === 0 ? [] : [`${plural(elsewhere, "anchored chain end")} of other working copies not in this copy.`];
  return [`Compared with ${plural(anchors.length, "anchor")}, the last ${where} (${last.at}).`, ...tags, ...others];
}

const said = {
  good: "a good signature",
  unsigned: "not signed",
  renamed: "a copy of a tag of another name",
  bad: "a signature that is not good",
  unchecked: "signed, and nobody here can tell by whom (git verify-tag says why)",
} as const;

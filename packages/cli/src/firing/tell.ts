import { wirings } from "@writ/adapters/wiring";
import { formatDuration } from "../text/duration.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import type { Silent } from "./silent.ts";
import type { Unrecorded } from "./unrecorded.ts";

/** One line of what there is to say; loud when an agent may be working past its hooks. */
export interface Line {
  readonly text: string;
  readonly isLoud: boolean;
}

/** So many names are enough to know which files are meant. */
const mostNames = 3;

/** What a person should know about changes nobody recorded: one line, since most often they made them. */
export function unrecordedLines(unrecorded: Unrecorded | null, now: string): Line[] {
  if (unrecorded === null || unrecorded.files.length === 0) return [];
  const { files, unlooked, silent } = unrecorded;
  const names = files.slice(0, mostNames).map(visible).join(", ");
  const more = files.length > mostNames ? ", …" : "";
  const rest = unlooked === 0 ? "" : ` (${plural(unlooked, "more file")} not looked at)`;
  const who =
    silent.length > 0
      ? "by you, or by an agent whose hooks do not fire"
      : "by you, or by an agent whose hooks do not fire (writ doctor tells)";
  return [
    { text: `${plural(files.length, "file")} changed without a record, ${who}: ${names}${more}${rest}`, isLoud: false },
    ...silent.slice(0, 1).map((one) => ({ text: silentText(one, files.length, now), isLoud: true })),
  ];
}

function silentText({ session, files }: Silent, all: number, now: string): string {
  const known = Object.values(wirings).find(({ agent }) => agent === session.agent);
  const ago = formatDuration(Date.parse(now) - Date.parse(session.seenAt));
  const which = files < all ? `${files} of them` : all === 1 ? "that file" : "all of them";
  return `${known?.title ?? session.agent} is running, and ${which} changed after its hooks were last heard, ${ago} ago. If it did that, its hooks do not fire: writ doctor`;
}

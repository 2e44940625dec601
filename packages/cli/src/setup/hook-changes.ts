import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sha256 } from "@writ/runtime";
import { kindAt, readIfThere } from "../files.ts";
import { fromRoot } from "../paths.ts";
import type { Change } from "./change.ts";
import { isShellScript, naming, publishing, withBlock, withoutBlock, wrapping } from "./commit-hook.ts";
import type { HookPlace } from "./place.ts";
import type { HookRecord, Original } from "./record.ts";

/** What putting Writ into the commit hook takes, and how to undo it. */
export interface HookPlan {
  readonly changes: readonly Change[];
  /** `null` when nothing is changed. */
  readonly record: HookRecord | null;
}

/** The hook's name once Writ's own stands in its place. */
export const asideName = (file: string) => `${basename(file)}.before-writ`;

/** The same for the hook that sees a commit's message. */
export async function planMessageHook(
  root: string,
  place: HookPlace,
  script: string,
  platform: string,
): Promise<HookPlan> {
  return planHook(root, { ...place, file: messageHookOf(place.file) }, script, platform);
}

/** The hook for messages, beside the one for commits. */
export const messageHookOf = (file: string): string => join(dirname(file), "commit-msg");

/** Plans Writ's block into the commit hook. `script` is the running command, for hooks that stay on this machine. */
export async function planHook(root: string, place: HookPlace, script: string, platform: string): Promise<HookPlan> {
  const { file } = place;
  const path = shownPath(root, file);
  const line = basename(file) === "commit-msg" ? naming : publishing;
  if (place.kind === "shared") {
    const reason = `core.hooksPath is shared with other repositories; call \`writ ${line.command}\` from there yourself`;
    return { changes: [{ action: "skip", path, file, reason }], record: null };
  }
  const self = place.kind === "private" ? script.replaceAll("\\", "/") : null;
  const madeFolder = (await kindAt(dirname(file))) === "absent";
  const kind = await kindAt(file);
  const before = kind === "absent" ? null : await readIfThere(file);
  if (before === null) {
    if (kind !== "absent") return skip(path, file, "it is a link to nowhere; remove it and run writ init again");
    // Moved aside by somebody who was killed before putting Writ's in its place.
    const aside = await originalAt(join(dirname(file), asideName(file)));
    const content = aside === null ? withBlock(null, self, line) : wrapping(asideName(file), self, line);
    const how = aside === null ? "created" : "wrapped";
    const change: Change = { action: "create", path, file, content, mode: 0o755 };
    return { changes: [change], record: { file, how, before: aside, after: sha256(content), madeFolder } };
  }
  const { mode } = await stat(file);
  if (!place.husky && platform !== "win32" && !(await isExecutable(file))) {
    return skip(
      path,
      file,
      "it is not executable, so git ignores it; make it executable or remove it, then run writ init again",
    );
  }
  const original = { mode: mode & 0o777, content: before.toString("base64") };
  if (kind === "link" || !isShellScript(before)) {
    const aside = join(dirname(file), asideName(file));
    const content = wrapping(asideName(file), self, line);
    const changes: Change[] = [
      { action: "move", path: shownPath(root, aside), file: aside, from: file },
      { action: "create", path, file, content, mode: 0o755 },
    ];
    return { changes, record: { file, how: "wrapped", before: original, after: sha256(content), madeFolder } };
  }
  const text = before.toString("utf8");
  // Bytes that are no UTF-8 would not come back as they were.
  if (!Buffer.from(text, "utf8").equals(before))
    return skip(path, file, `it is not UTF-8; add \`writ ${line.command}\` to it yourself`);
  const content = withBlock(text, self, line);
  if (content === text) return { changes: [{ action: "keep", path, file }], record: null };
  const change: Change = { action: "rewrite", path, file, content, mode: original.mode };
  return { changes: [change], record: { file, ...ownPart(text, original.mode), after: sha256(content), madeFolder } };
}

async function originalAt(file: string): Promise<Original | null> {
  const content = await readIfThere(file);
  return content === null ? null : { mode: (await stat(file)).mode & 0o777, content: content.toString("base64") };
}

/** The hook as it was before Writ, also when an older block of Writ stands in it. */
function ownPart(text: string, mode: number): Pick<HookRecord, "how" | "before"> {
  const own = withoutBlock(text);
  if (own === null) return { how: "created", before: null };
  return { how: "extended", before: { mode, content: Buffer.from(own, "utf8").toString("base64") } };
}

function skip(path: string, file: string, reason: string): HookPlan {
  return { changes: [{ action: "skip", path, file, reason }], record: null };
}

/** A path as the person knows it: from the root where it lies inside, in full elsewhere. */
export function shownPath(root: string, file: string): string {
  return fromRoot(root, root, file);
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

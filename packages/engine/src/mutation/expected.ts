import type { Change } from "@writ/contracts";
import { applyPatch } from "diff";

/** What a file should hold after a change, where the payload says enough. `null` when it does not. */
export function expectedText(change: Change | undefined, before: string | null): string | null {
  switch (change?.kind) {
    case undefined:
      return null;
    case "content":
      return change.content;
    case "edits":
      return before === null ? null : edited(before, change.edits);
    case "patch":
      return patched(before ?? "", change.patch);
  }
}

function edited(before: string, edits: Extract<Change, { kind: "edits" }>["edits"]): string | null {
  let text = before;
  for (const edit of edits) {
    if (edit.old === "") return null;
    if (!text.includes(edit.old)) return null;
    // A function, so that `$&` in the new text stays what it is.
    text = edit.all === true ? text.split(edit.old).join(edit.new) : text.replace(edit.old, () => edit.new);
  }
  return text;
}

function patched(before: string, patch: string): string | null {
  if (!/^@@ /m.test(patch)) return null;
  try {
    const after = applyPatch(before, patch);
    return after === false ? null : after;
  } catch {
    // Not a unified diff; another patch dialect says too little here.
    return null;
  }
}

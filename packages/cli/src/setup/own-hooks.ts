import { isInside } from "../paths.ts";
import { messageHookOf } from "./hook-changes.ts";
import type { Place } from "./place.ts";
import { type HookRecord, type InstallRecord, readRecord } from "./record.ts";

/**
 * The record, with its hooks where they are now. A working copy that was moved or copied takes its record along, and
 * what lies at the place named in it may be another repository's by now.
 */
export async function readOwnRecord({ root, hook }: Place): Promise<InstallRecord | null> {
  const record = await readRecord(root);
  if (record === null) return null;
  const here = (recorded: HookRecord | null, file: string | null): HookRecord | null => {
    if (recorded === null || isInside(recorded.file, root)) return recorded;
    return file === null ? null : { ...recorded, file };
  };
  return {
    ...record,
    hook: here(record.hook, hook?.file ?? null),
    messageHook: here(record.messageHook, hook === null ? null : messageHookOf(hook.file)),
  };
}

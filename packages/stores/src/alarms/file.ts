import type { AlarmBook, AlarmStore } from "@writ/contracts";
import { withFileLock } from "../lock/file-lock.ts";
import { quarantine, readJson, writeJson } from "../state/json-file.ts";
import { statePath } from "../state/sidecar.ts";
import { type BookOnDisk, isBook } from "./check.ts";

const blank: AlarmBook = { baseline: null, open: [] };

function toDisk({ baseline, open }: AlarmBook): BookOnDisk {
  return { v: 1, baseline: baseline === null ? null : [...baseline], open: [...open] };
}

function bookIn(path: string): { book: AlarmBook; text: string | null; isBroken: boolean } {
  const read = readJson(path, isBook);
  if (read.state !== "ok") return { book: blank, text: null, isBroken: read.state === "corrupt" };
  const { baseline, open } = read.value;
  return {
    book: { baseline: baseline === null ? null : new Map(baseline), open },
    text: read.text.trimEnd(),
    isBroken: false,
  };
}

/** The protected files as they should be, kept in `.orchestration/.state/alarms.json`. */
export function openFileAlarms(state: string): AlarmStore {
  const path = () => statePath(state, "alarms.json");
  return {
    read: async () => bookIn(path()).book,
    update: (change) =>
      withFileLock(statePath(state, "locks", "alarms.lock"), async () => {
        const { book, text, isBroken } = bookIn(path());
        if (isBroken) quarantine(state, path());
        const next = change(book);
        const written = toDisk(next);
        if (JSON.stringify(written) !== text) await writeJson(path(), written, { sync: true });
        return next;
      }),
  };
}

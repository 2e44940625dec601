import { existsSync } from "node:fs";
import type { AlarmBook, AlarmStore } from "@writ/contracts";
import { crypto } from "../crypto.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { quarantine, readJson, writeJson } from "../state/json-file.ts";
import { keyFile, keyOf, sealedWith } from "../state/sealing.ts";
import { statePath } from "../state/sidecar.ts";
import { type BookOnDisk, isBook } from "./check.ts";

const bookOf = (state: string): string => statePath(state, "alarms.json");
/** Writ keeps copies of what is accepted since it seals: where there are some, nothing without a seal is its own. */
const copiesOf = (state: string): string => statePath(state, "accepted");

/** Only Writ has a reason to work this out: a book that was edited as text does not carry it. */
function sealOf(key: string, { seal: _, ...book }: BookOnDisk): string {
  return sealedWith(key, JSON.stringify(book));
}

function toDisk({ baseline, seen, open, sessions = [], announced = new Map(), looked }: AlarmBook): BookOnDisk {
  return {
    v: 1,
    baseline: baseline === null ? null : [...baseline],
    open: [...open],
    ...(seen.size === 0 ? {} : { seen: [...seen] }),
    ...(sessions.length === 0 ? {} : { sessions: [...sessions] }),
    ...(announced.size === 0 ? {} : { announced: [...announced] }),
    ...(looked === true ? { looked } : {}),
  };
}

interface Found {
  book: AlarmBook;
  text: string | null;
  isBroken: boolean;
}

/** A book of an earlier version carries no seal, and there is no key beside it. */
function bookIn(state: string): Found {
  const path = bookOf(state);
  const key = keyOf(state);
  const read = readJson(path, isBook);
  const isSealed =
    read.state === "ok" &&
    (key === null
      ? read.value.seal === undefined && !existsSync(copiesOf(state))
      : read.value.seal === sealOf(key, read.value));
  if (read.state !== "ok" || !isSealed) {
    const isLost = read.state !== "absent" || existsSync(keyFile(state));
    const blank: AlarmBook = { baseline: null, seen: new Map(), open: [], ...(isLost ? { isLost } : {}) };
    return { book: blank, text: null, isBroken: read.state !== "absent" };
  }
  const { baseline, open, seen = [], sessions = [], announced = [], looked } = read.value;
  const book: AlarmBook = {
    baseline: baseline === null ? null : new Map(baseline),
    seen: new Map(seen),
    open,
    sessions,
    announced: new Map(announced),
    ...(looked === true ? { looked } : {}),
    ...(key === null ? { isOld: true } : {}),
  };
  return { book, text: read.text.trimEnd(), isBroken: false };
}

/** With the first key, what an earlier version wrote is sealed as it is. */
async function openKey(state: string): Promise<string> {
  const known = keyOf(state);
  if (known !== null) return known;
  const key = crypto().randomBytes(32).toString("hex");
  const isFirst = !existsSync(keyFile(state)) && !existsSync(copiesOf(state));
  await writeJson(keyFile(state), key, { sync: true });
  if (isFirst) await (await import("../state/seal-old.ts")).sealOldState(state);
  return key;
}

/** The accepted state of the guard's files and the open alarms, kept in `.orchestration/.state/alarms.json`. */
export function openFileAlarms(state: string): AlarmStore {
  return {
    read: async () => bookIn(state).book,
    update: (change) =>
      withFileLock(statePath(state, "locks", "alarms.lock"), async () => {
        const { book, text, isBroken } = bookIn(state);
        if (isBroken) quarantine(state, bookOf(state));
        const { sessions = [], announced = new Map(), looked = false } = book;
        const next = { sessions, announced, looked, ...change(book) };
        const key = await openKey(state);
        const bare = toDisk(next);
        const written = { ...bare, seal: sealOf(key, bare) };
        if (JSON.stringify(written) !== text) await writeJson(bookOf(state), written, { sync: true });
        return next;
      }),
  };
}

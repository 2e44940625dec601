import type { Alarm, Session } from "@writ/contracts";
import { isSession } from "../sessions/check.ts";
import { isRecord } from "../state/json-file.ts";

/** The book as it is kept. */
export interface BookOnDisk {
  v: 1;
  baseline: [string, { hash: string; calls: boolean }][] | null;
  open: Alarm[];
  seen?: [string, string][];
  sessions?: Session[];
  announced?: [string, string][];
  looked?: true;
  /** Absent in books of earlier versions. */
  seal?: string;
}

/** Whether a value says what protected files should be. */
export function isBaseline(value: unknown): boolean {
  if (!Array.isArray(value)) return value === null;
  return value.every(
    (entry) =>
      Array.isArray(entry) &&
      typeof entry[0] === "string" &&
      isRecord(entry[1]) &&
      typeof entry[1].hash === "string" &&
      typeof entry[1].calls === "boolean",
  );
}

function isAlarm(value: unknown): value is Alarm {
  if (!isRecord(value)) return false;
  const texts = [value.id, value.path, value.what, value.at];
  return (
    texts.every((text) => typeof text === "string") && (value.session === null || typeof value.session === "string")
  );
}

const isPairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));

const isSessions = (value: unknown): boolean => Array.isArray(value) && value.every(isSession);

/** Whether a file holds the book of alarms. */
export function isBook(value: unknown): value is BookOnDisk {
  if (!isRecord(value) || value.v !== 1 || !isBaseline(value.baseline)) return false;
  if (value.seen !== undefined && !isPairs(value.seen)) return false;
  if (value.announced !== undefined && !isPairs(value.announced)) return false;
  if (value.sessions !== undefined && !isSessions(value.sessions)) return false;
  return Array.isArray(value.open) && value.open.every(isAlarm);
}

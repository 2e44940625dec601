import type { Observation, PendingCall, PendingFile, Permit, Session } from "@writ/contracts";
import { isRecord, isStrings } from "../state/json-file.ts";

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string";
const isMaybeText = (value: unknown): boolean => value === undefined || typeof value === "string";

function isObservation(value: unknown): value is Observation {
  return isRecord(value) && isTextOrNull(value.hash) && isMaybeText(value.tokens);
}

function isProcess(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    isRecord(value) && typeof value.pid === "number" && typeof value.started === "string" && isMaybeText(value.space)
  );
}

function isJobs(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((job) => isProcess(job) && typeof job?.since === "string");
}

function isFilled(value: unknown): boolean {
  if (value === undefined) return true;
  const isOne = (one: unknown): boolean =>
    isRecord(one) &&
    typeof one.path === "string" &&
    typeof one.since === "number" &&
    (one.until === undefined || typeof one.until === "number");
  return Array.isArray(value) && value.every(isOne);
}

function isExpansion(value: unknown): boolean {
  return isRecord(value) && typeof value.intent === "string" && typeof value.glob === "string";
}

function isDenied(value: unknown): boolean {
  if (value === undefined) return true;
  const isOne = (one: unknown): boolean =>
    isRecord(one) &&
    isStrings([one.callId, one.invocationId, one.code, one.at]) &&
    isRecord(one.files) &&
    isStrings(Object.values(one.files));
  return Array.isArray(value) && value.every(isOne);
}

/** Whether a file holds a session, as far as a decision relies on it. */
export function isSession(value: unknown): value is Session {
  if (!isRecord(value) || !isRecord(value.reads)) return false;
  return (
    [value.id, value.agent, value.startedAt, value.seenAt].every((text) => typeof text === "string") &&
    isTextOrNull(value.intent) &&
    Array.isArray(value.expansions) &&
    value.expansions.every(isExpansion) &&
    Object.values(value.reads).every(isObservation) &&
    isStrings(value.refusals) &&
    (value.done === undefined || isStrings(value.done)) &&
    isDenied(value.denied) &&
    isProcess(value.process) &&
    isJobs(value.background) &&
    (value.strayed === undefined || isStrings(value.strayed)) &&
    isFilled(value.filled) &&
    (value.known === undefined || (isRecord(value.known) && isStrings(Object.values(value.known)))) &&
    [value.parent, value.endedAt, value.selectedBy, value.servedAt, value.stoppedAt].every(isMaybeText)
  );
}

function isPendingFile(value: unknown): value is PendingFile {
  if (!isRecord(value) || typeof value.path !== "string" || typeof value.copied !== "boolean") return false;
  return (
    typeof value.op === "string" && (value.hash === undefined || isTextOrNull(value.hash)) && isMaybeText(value.from)
  );
}

function isPermit(value: unknown): value is Permit {
  if (!isRecord(value) || typeof value.input !== "string" || !isMaybeText(value.answer)) return false;
  if (!Array.isArray(value.files)) return false;
  return value.files.every((file) => isRecord(file) && typeof file.path === "string" && isTextOrNull(file.hash));
}

function isSnapshot(value: unknown): boolean {
  if (value === undefined) return true;
  return isRecord(value) && (typeof value.id === "string" || typeof value.gap === "string");
}

/** Whether a file holds a pending call. */
export function isPendingCall(value: unknown): value is PendingCall {
  if (!isRecord(value) || !Array.isArray(value.files)) return false;
  const texts = [value.callId, value.invocationId, value.session, value.tool, value.toolName, value.at];
  return (
    texts.every((text) => typeof text === "string") &&
    isTextOrNull(value.intent) &&
    value.files.every(isPendingFile) &&
    isSnapshot(value.snapshot) &&
    [value.began, value.ledgerEnd].every((number) => number === undefined || typeof number === "number") &&
    (value.permit === undefined || isPermit(value.permit))
  );
}

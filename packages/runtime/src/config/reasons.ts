import { posix, win32 } from "node:path";
import type { Config } from "@writ/contracts";
import { nearest } from "./nearest.ts";

/** What is wrong with a value, and which word was probably meant. */
export interface Reason {
  reason: string;
  meant: string | null;
}

/** What zod tells about a value, as far as we use it. */
export interface Issue {
  code: string;
  path: readonly PropertyKey[];
  values?: readonly unknown[];
  expected?: string;
}

const kinds: Readonly<Record<string, string>> = {
  array: "a list, for example [one, two]",
  string: "text",
  number: "a number",
  record: "an object, for example {name: value}",
  object: "an object, for example {name: value}",
};

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 100);

/** A problem of the schema in words. */
export function reasonOf({ code, values, expected }: Issue, value: unknown): Reason {
  if (values !== undefined) {
    const words = values.map(String);
    const meant = typeof value === "string" ? nearest(value, words) : null;
    const advice = meant === null ? "" : ` Did you mean ${meant}?`;
    return { reason: `is ${show(value)}; allowed: ${words.join(", ")}.${advice}`, meant };
  }
  if (expected !== undefined)
    return { reason: `is ${show(value)}, but must be ${kinds[expected] ?? expected}`, meant: null };
  const limit = typeof value === "number" ? "must be more than 0" : "must not be empty";
  return {
    reason: code === "too_small" ? `is ${show(value)}, but ${limit}` : `is ${show(value)}, which is not allowed`,
    meant: null,
  };
}

/** What no schema says: the first key whose value would do harm. */
export function harmIn(config: Config): { path: PropertyKey[]; reason: string } | null {
  const brain = posix.normalize(config.brain);
  const isOutside =
    posix.isAbsolute(brain) || win32.isAbsolute(config.brain) || /^\.\.(\/|$)/.test(brain) || brain === ".";
  if (isOutside || config.brain.includes("\\")) {
    return {
      path: ["brain"],
      reason: `is ${show(config.brain)}, but must be a file inside the workspace, written with /`,
    };
  }
  if (/(^|\/)\.(orchestration|system|git)(\/|$)/.test(brain)) {
    return { path: ["brain"], reason: `is ${show(config.brain)}, which is protected` };
  }
  for (const [index, folder] of config.scratch.entries()) {
    // The whole workspace, or what it lies in, would be writable without an intent.
    if (!/^(\.?\/*|(\.\.\/?)+|[A-Za-z]:[\\/]*)$/.test(posix.normalize(folder.trim()))) continue;
    return { path: ["scratch", index], reason: `is ${show(folder)}, which is no folder of its own` };
  }
  for (const key of ["sensitive_paths", "runners", "approval_exempt"] as const) {
    const index = config[key].findIndex((text) => text.trim() === "" || text.trim() === "!");
    if (index !== -1) return { path: [key, index], reason: "is empty" };
  }
  return null;
}

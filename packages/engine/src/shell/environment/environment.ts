import { goesFarther } from "../judging/task-names.ts";
import {
  credentials,
  databases,
  dataNames,
  localeNames,
  locales,
  ownNames,
  perhapsPlaces,
  places,
  placing,
  plainSettings,
  publishing,
  rewriting,
  sources,
  spareDatabases,
  steering,
  taskNames,
  wordNames,
} from "./environment-names.ts";

/** Whether setting a variable of this name changes nothing but what a program reads as data. */
export function isHarmlessName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !steering.some((pattern) => pattern.test(name));
}

/** Nothing, has a program load the project's own code, or anything. */
type Does = "harmless" | "runs" | "unknown";

/** What setting a variable to a value does. */
export function judgeSetting(name: string, value: string | null): Does {
  if (localeNames.test(name) && !locales.test(value ?? "?")) return "unknown";
  if (isHarmlessName(name)) return "harmless";
  if (value === null) return "unknown";
  if (isPlainSetting(name, value)) return "harmless";
  return name === "PYTHONPATH" && ownFolders.test(value) && !value.startsWith("/") ? "runs" : "unknown";
}

/** Folders of the project that a program looks for its code in. */
const ownFolders = /^\.?[\w-]*(\/[\w-]+)*\/?(:\.?[\w-]*(\/[\w-]+)*\/?)*$/;

const isPlainSetting = (name: string, value: string | null): boolean =>
  value !== null && plainSettings.some(([names, values]) => names.test(name) && values.test(value));

/** What handing a variable on to programs does: only a name or a value that is surely data is harmless. */
export function judgeExport(name: string, value: string | null): Does {
  // Whatever the program is: it may start make, which runs what stands in there.
  if (value !== null && isExpanded(value)) return "unknown";
  const does = judgeSetting(name, value);
  if (does !== "harmless" || !isHarmlessName(name)) return does;
  if (isPlainSetting(name, value)) return "harmless";
  if (name === "DJANGO_SETTINGS_MODULE" && /^\w+(\.\w+)*$/.test(value ?? "")) return "runs";
  return isData(name, value) ? "harmless" : "unknown";
}

/** Why somebody is asked before a variable is set, in words for a person. */
export function whySetting(name: string): string {
  if (rewriting.test(name)) return `setting ${name} has tests rewrite what they compare with`;
  if (publishing.test(name)) return `setting ${name} has a tool publish what it found`;
  if (databases.test(name)) return `setting ${name} may point tests at a database that is not for tests`;
  if (taskNames.test(name)) return `setting ${name} chooses a task whose name says that it ships or deletes something`;
  return `setting ${name} changes what commands do`;
}

function isData(name: string, value: string | null): boolean {
  if (places.test(name)) return false;
  if (rewriting.test(name) || publishing.test(name))
    return value !== null && /^(|0|no|false|off|never|unseen)$/i.test(value);
  if (taskNames.test(name) && (value === null || goesFarther(value))) return false;
  if (databases.test(name)) return value !== null && (isSwitch(value) || spareDatabases.test(value)) && isTame(value);
  if (value !== null && isSwitch(value)) return true;
  if (perhapsPlaces.test(name)) return false;
  if (ownNames.test(name)) return true;
  if (wordNames.test(name)) return value?.split(" ").every(isTame) === true;
  if (placing.test(name)) return false;
  if (isSource(name)) return value !== null && isOwnSource(value);
  if (dataNames.some((pattern) => pattern.test(name))) return true;
  const isAddress = /(URLS?|URI|DSN|ENDPOINT|ORIGIN)$/.test(name) && (value === null || address.test(value));
  return isAddress || (value !== null && isTame(value));
}

const address = /^(?!file:)[a-z][a-z0-9+]*:\/\/[^\s]*$/;
const loopback =
  /^[a-z][a-z0-9+]*:\/\/([\w.%~-]+(:[^@/?#\\\s]*)?@)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?#][^\s]*)?$/;

const isSource = (name: string): boolean => !credentials.test(name) && sources.some((pattern) => pattern.test(name));

/** Something of this machine, or a word that is no host. */
const isOwnSource = (value: string): boolean => loopback.test(value) || /^(\w[\w-]*|v?\d+(\.\d+){0,2})$/.test(value);

/** One word that is no path, no option, and no file with an ending. */
export const isTame = (value: string): boolean => /^(?!-)[\w.:@,+=%-]*$/.test(value) && !/\.[A-Za-z]\w*$/.test(value);

/** How much, or whether at all. */
export const isSwitch = (value: string): boolean => /^(\d*|true|false|yes|no|on|off)$/i.test(value);

/** `$(shell …)`: make evaluates each variable it is handed as its own code. */
const isExpanded = (value: string): boolean => /\$[({]|`/.test(value);

import { setTimeout as sleep } from "node:timers/promises";
import { fail, type Intent, type IntentFinding, type IntentStore, type IntentsRead } from "@writ/contracts";
import type { Announce } from "../announce.ts";
import { type CompiledKey, readCompiled, writeCompiled } from "../compiled.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { readSidecarFile, type SidecarFile, stateFolder, statePath } from "../state/sidecar.ts";
import type { Changed } from "./change.ts";
import { isIntentsRead } from "./check.ts";
import { mergeHistory } from "./history.ts";
import { readIgnore } from "./ignore.ts";
import type { GlobProblem, Parsed } from "./parse.ts";
import type { Change } from "./tidy.ts";

const names = ["active_intents.yaml", "active_intents.yml"] as const;

/** Grows with every change in how the file is read, so that nothing compiled by an older Writ is believed. */
const format = 2;

/** How often a change is made anew because the file changed meanwhile. Nobody types that fast. */
const attempts = 20;

const none: IntentsRead = { state: "ok", intents: [], findings: [] };

/** What can be said without looking into the file. */
function outcomeOf(found: Exclude<SidecarFile, { state: "ok" }>): IntentsRead {
  if (found.state === "missing") return { state: "missing" };
  if (found.state === "absent") return none;
  const { file, reason } = found;
  return { state: "invalid", file, reason, findings: [{ line: 0, severity: "error", message: reason }] };
}

function withRival(read: IntentsRead, also: string | undefined, file: string): IntentsRead {
  if (also === undefined || read.state === "missing") return read;
  const finding: IntentFinding = {
    line: 0,
    severity: "warning",
    message: `${also} is ignored, because ${file} is there`,
  };
  return { ...read, findings: [finding, ...read.findings] };
}

/** What a store of intents is opened with. */
export interface FileIntentsOptions {
  /** The workspace. */
  root: string;
  /** Tells what is wrong with a glob; without it globs are not looked at. */
  globProblem?: GlobProblem;
  announce?: Announce;
}

/** What is compiled with a look at the globs and without are two things. */
const keyOf = ({ globProblem }: FileIntentsOptions, bytes: Uint8Array): CompiledKey => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return { name: globProblem === undefined ? "intents-unchecked" : "intents", format, source };
};

/** Parses and keeps what came out. yaml is loaded here and nowhere sooner. */
async function compile(options: FileIntentsOptions, file: string, bytes: Uint8Array): Promise<IntentsRead> {
  const { readIntents } = await import("./parse.ts");
  const read = readIntents(file, bytes, options.globProblem);
  await writeCompiled(options.root, keyOf(options, bytes), read);
  return read;
}

async function read(options: FileIntentsOptions): Promise<IntentsRead> {
  const found = readSidecarFile(options.root, names);
  if (found.state !== "ok") return outcomeOf(found);
  const { file, bytes, also } = found;
  const compiled = readCompiled(options.root, keyOf(options, bytes), isIntentsRead);
  // The same bytes may have had another name when they were compiled.
  const usable = compiled?.state === "invalid" && compiled.file !== file ? null : compiled;
  return withRival(usable ?? (await compile(options, file, bytes)), also, file);
}

async function parseForChange(file: string, bytes: Uint8Array): Promise<Parsed> {
  const { parseIntents } = await import("./parse.ts");
  const { Unusable } = await import("./yaml-file.ts");
  try {
    return parseIntents(bytes);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    throw fail("SIDECAR_INVALID", { file, reason: error.reason, line: error.line });
  }
}

/** Reads, changes and replaces the file under its lock, until nobody was faster. */
async function rewrite(options: FileIntentsOptions, edit: (parsed: Parsed, file: string) => Changed): Promise<Intent> {
  const { root } = options;
  const { replaceUnchanged } = await import("./replace.ts");
  return withFileLock(statePath(stateFolder(root), "locks", "intents.lock"), async () => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const found = readSidecarFile(root, names);
      if (found.state === "missing") throw fail("SIDECAR_MISSING", { root });
      if (found.state === "invalid") throw fail("SIDECAR_INVALID", { file: found.file, reason: found.reason });
      const bytes = found.state === "ok" ? found.bytes : null;
      const parsed = await parseForChange(found.file, bytes ?? new Uint8Array());
      const changed = edit(parsed, found.file);
      if (changed.text === parsed.mark + parsed.text) return changed.intent;
      if (await replaceUnchanged(options, found.file, bytes, changed.text)) {
        const { toRead } = await import("./parse.ts");
        await writeCompiled(
          root,
          keyOf(options, Buffer.from(changed.text)),
          toRead(changed.parsed, options.globProblem),
        );
        return changed.intent;
      }
      await sleep(5);
    }
    throw fail("STORE_FAILED", { action: `change ${names[0]}`, reason: "somebody else keeps changing it" });
  });
}

/** The intents of a workspace, kept in `.orchestration/active_intents.yaml`. */
export function openFileIntents(options: FileIntentsOptions): IntentStore {
  const change = async (id: string, toChange: (intent: Intent | undefined) => Change): Promise<Intent> => {
    const { withChange } = await import("./change.ts");
    return rewrite(options, (parsed, file) => {
      const now = parsed.entries.find((entry) => entry.intent.id === id)?.intent;
      return withChange(parsed, file, id, toChange(now));
    });
  };
  return {
    read: () => read(options),
    async add(intent) {
      const { withNew } = await import("./change.ts");
      return rewrite(options, (parsed, file) => withNew(parsed, file, intent));
    },
    update: (id, asked) => change(id, () => asked),
    setStatus: (id, status) => change(id, () => ({ status })),
    async flushHistory(id, entries) {
      await change(id, (intent) => ({ recentHistory: mergeHistory(intent?.recentHistory ?? [], entries) }));
    },
    readIgnore: async () => readIgnore(options.root),
  };
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import {
  isDecisionRecord,
  openDecisionLedger,
  openMemoryIndex,
  openSqliteIndex,
  openTraceLedger,
  readPublished,
} from "@writ/stores";
import { expect } from "vitest";

/** A sidecar with nothing in it. */
export interface World {
  sidecar: string;
  state: string;
  traces: string;
  decisions: string;
  published: string;
  remove(): void;
}

export function makeWorld(): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-index-")));
  const sidecar = join(root, ".orchestration");
  mkdirSync(join(sidecar, ".state"), { recursive: true });
  return {
    sidecar,
    state: join(sidecar, ".state"),
    traces: join(sidecar, "agent_trace.jsonl"),
    decisions: join(sidecar, "decisions.jsonl"),
    published: join(sidecar, "ledger"),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 20 }),
  };
}

/** The index under test. */
export async function openTested(world: World): Promise<LedgerIndex> {
  const index = await openSqliteIndex({ ...world, addedIn });
  if (index === null) throw new Error("there is no database on this platform, and nothing to test");
  return index;
}

/** What the ledgers hold, read from end to end by those who read them otherwise. */
export async function readAll(world: World): Promise<LedgerIndex> {
  const options = { state: world.state, writer: async () => "w" };
  const traces: TraceRecord[] = [];
  const decisions: DecisionRecord[] = [];
  const ignore = (): void => {};
  for await (const { record } of openTraceLedger({ ...options, file: world.traces }).read({}, ignore))
    traces.push(record);
  for await (const { record } of openDecisionLedger({ ...options, file: world.decisions }).read({}, ignore))
    decisions.push(record);
  for await (const { record } of readPublished(world.published, {}, ignore))
    if (isDecisionRecord(record)) decisions.push(record);
    else traces.push(record);
  return openMemoryIndex({ traces, decisions, addedIn });
}

/** Whether both give the same answers to all that can be asked about these ledgers. */
export async function expectSame(tested: LedgerIndex, known: LedgerIndex): Promise<void> {
  const traces = await known.traces({});
  const decisions = await known.decisions({});
  expect(await tested.traces({})).toEqual(traces);
  expect(await tested.decisions({})).toEqual(decisions);
  expect(await tested.contested()).toEqual(await known.contested());
  expect(await tested.files()).toEqual(await known.files());
  expect(await tested.doubted()).toEqual(await known.doubted());
  for (const by of ["intent", "file", "model", "session", "agent", "day", "class", "declared"] as const)
    expect([by, await tested.tally(by)]).toEqual([by, await known.tally(by)]);
  for (const [by, and] of [
    ["intent", "file"],
    ["intent", "session"],
    ["file", "day"],
    ["model", "file"],
    ["class", "declared"],
  ] as const)
    expect([by, and, await tested.tallyPairs(by, and)]).toEqual([by, and, await known.tallyPairs(by, and)]);
  for (const [by, and] of [
    ["intent", "file"],
    ["intent", "session"],
    ["agent", "intent"],
  ] as const)
    expect([...(await tested.countEach(by, and))].sort()).toEqual([...(await known.countEach(by, and))].sort());

  const some = traces.filter((_, nth) => nth % Math.ceil(traces.length / 6) === 0);
  for (const { id, timestamp, files, metadata } of some) {
    expect(await tested.trace(id)).toEqual(await known.trace(id));
    const paths = files.map((file) => file.relative_path);
    for (const query of [
      { files: paths },
      { files: [...paths, "src/b.ts"], session: metadata.session },
      { session: metadata.session, since: timestamp },
      { since: timestamp },
      { until: timestamp },
      ...(metadata.intent === null ? [] : [{ intent: metadata.intent }, { intent: metadata.intent, files: paths }]),
    ]) {
      expect(await tested.traces(query)).toEqual(await known.traces(query));
      expect(await tested.lastTraces(3, query)).toEqual(await known.lastTraces(3, query));
      expect(await tested.tally("file", query)).toEqual(await known.tally("file", query));
      expect(await tested.tally("intent", query)).toEqual(await known.tally("intent", query));
    }
    for (const meta of Object.values(metadata.files))
      for (const version of [meta.after, meta.before, meta.blob])
        if (typeof version === "string")
          expect((await tested.filesWith(version)).sort()).toEqual((await known.filesWith(version)).sort());
  }
  const keys = [...new Set(traces.flatMap(addedIn).map(({ key }) => key))].slice(0, 40);
  expect(await tested.addedLines(keys)).toEqual(await known.addedLines(keys));
  for (const { intent, session, ticket, paths, decision, timestamp } of decisions.slice(0, 4))
    for (const query of [
      { session },
      { kinds: [decision] },
      { until: timestamp },
      ...(intent ? [{ intent }] : []),
      ...(ticket ? [{ ticket }] : []),
      ...(paths?.[0] ? [{ path: paths[0] }] : []),
    ])
      expect(await tested.decisions(query)).toEqual(await known.decisions(query));
}

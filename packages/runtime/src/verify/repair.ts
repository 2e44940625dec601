import { relative, sep } from "node:path";
import type { DecisionRecord, KnownLoss, Unchained } from "@writ/contracts";
import { listPublished, livePlace, type RepairedFile, repairFiles } from "@writ/stores";
import { mostListed } from "../workspace/most-listed.ts";
import type { Workspace } from "../workspace/types.ts";
import { findAnchors } from "./find-anchors.ts";
import { bytesOf, followBytes, type OnBytes } from "./follow-bytes.ts";
import { placeAnchors } from "./place-anchors.ts";

/** Who repairs, and how much. */
export interface RepairRequest {
  by: Pick<DecisionRecord, "by" | "assurance">;
  /** Tracked files too; git has them, so it can also give them back. */
  published: boolean;
  dryRun: boolean;
  onProgress?: OnBytes;
}

/** Sets damaged lines aside and writes down what is missing then, so that `verify` tells it from new damage. */
export async function repair(workspace: Workspace, request: RepairRequest): Promise<RepairedFile[]> {
  const { root, paths, ports } = workspace;
  const published = await listPublished(paths.published);
  const live = [paths.traces, paths.decisions].map((file) => livePlace(file, paths.state));
  const { anchors } = await findAnchors(root);
  const { config } = await workspace.readConfig();
  const placed = await placeAnchors(root, paths, anchors, config.ledger === "single");
  // A published file that is gone is known only from what was noted of it.
  const there = new Set([paths.traces, paths.decisions, ...published]);
  const gone = [...new Set(placed.map(({ file }) => file))].filter((file) => !there.has(file));
  const lock = livePlace("publish", paths.state).lock;
  const tracked = [...published, ...gone].map((file) => ({ file, lock }));
  const { onProgress } = request;
  // Every file is read, and those that may be repaired once more.
  const bytes = onProgress === undefined ? 0 : await bytesOf([paths.traces, paths.decisions], paths.published);
  const again = onProgress === undefined || request.published ? bytes : await bytesOf([paths.traces, paths.decisions]);
  const done = await repairFiles({
    places: request.published ? [...live, ...tracked] : live,
    beside: request.published ? [] : published,
    anchors: placed,
    own: paths.decisions,
    quarantine: paths.quarantine,
    at: ports.now(),
    dryRun: request.dryRun,
    onProgress: followBytes(bytes + again, onProgress),
  });
  if (request.dryRun) return done;
  for (const loss of done.flatMap((repaired) => lossesOf(repaired, paths.dir))) {
    await workspace.decisions.append(recordOf(loss, workspace, request.by));
  }
  // Whoever has the tracked files must be able to see that it is known.
  if (done.some(({ file }) => file !== paths.traces && file !== paths.decisions)) {
    const { publish } = await import("../workspace/publish.ts");
    await publish(workspace, { files: [], settled: true });
  }
  return done;
}

/** A record has a largest size, so a large loss takes several. */
function lossesOf({ file, aside, gaps, anchors, misnamed }: RepairedFile, dir: string): KnownLoss[] {
  const count = Math.max(1, Math.ceil(Math.max(aside.length, gaps.length, anchors.length) / mostListed));
  const name = relative(dir, file).split(sep).join("/");
  return Array.from({ length: count }, (_, at) => {
    const part = <T>(all: readonly T[]): T[] => all.slice(at * mostListed, (at + 1) * mostListed);
    return {
      file: name,
      lines: part(aside).map(({ hash }) => hash),
      gaps: part(gaps).map(({ writer, after, next, hash }) => ({ writer, after, next, hash })),
      anchors: part(anchors).map(({ writer, seq, hash }) => ({ writer, seq, hash })),
      ...(misnamed && { content: misnamed.content }),
    };
  });
}

function recordOf(repaired: KnownLoss, { ports }: Workspace, by: RepairRequest["by"]): Unchained<DecisionRecord> {
  const reason = `${repaired.lines.length} set aside, ${repaired.gaps.length} gaps, ${repaired.anchors.length} anchored lost`;
  return {
    id: ports.id(),
    timestamp: ports.now(),
    decision: "repaired",
    agent: "person",
    session: "cli",
    intent: null,
    ...by,
    reason,
    repaired,
    metadata: {},
  };
}

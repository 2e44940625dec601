import { realpathSync } from "node:fs";
import type { BlameLine } from "@writ/contracts";
import { openFileLines, openFileSessions } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { openLedgers } from "../workspace/ledgers.ts";
import { type BlameOptions, blameOf } from "./sources.ts";

/** `Writ.blame` without opening a workspace: nothing that decides about calls is loaded for it. */
export async function blameAlone(root: string, path: string, options?: BlameOptions): Promise<BlameLine[]> {
  const real = realpathSync.native(root);
  const paths = sidecarPaths(real);
  const { traces, decisions } = openLedgers(real, paths);
  try {
    return await blameOf(
      {
        root: real,
        paths,
        traces,
        decisions,
        lines: openFileLines(paths.state),
        sessions: openFileSessions(paths.state),
      },
      path,
      options,
    );
  } finally {
    await traces.close();
    await decisions.close();
  }
}

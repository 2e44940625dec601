// `node scripts/run.mjs bench/section.ts <name>`: measures one part of what Writ costs, and prints its rows as JSON.
import { blameSpeed } from "./blame/speed.ts";
import { cleanTree } from "./clean-tree.ts";
import { decision } from "./decision.ts";
import { friction } from "./friction.ts";
import { hookPath } from "./hook-path.ts";
import { ledgerRows } from "./ledger/rows.ts";
import type { Row } from "./row.ts";
import type { Section } from "./sections.ts";
import { snapshotRows } from "./snapshot.ts";

const measure: Record<Section, () => Promise<Row[]>> = {
  decision,
  "hook-path": hookPath,
  "clean-tree": cleanTree,
  ledger: ledgerRows,
  blame: blameSpeed,
  snapshot: snapshotRows,
  friction,
};

const [, , name = ""] = process.argv;
console.log(JSON.stringify(await measure[name as Section]()));

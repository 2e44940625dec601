import { randomBytes, timingSafeEqual } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { asOwnWrite, createWrit, warmParser } from "@writ/runtime";
import { isAlive, readContact, removeContact, type Written, writeContact } from "./daemon/contact.ts";
import { openFitness } from "./daemon/fitness.ts";
import { noteGap } from "./daemon/gap.ts";
import { bootId, contactFile, openFolder, surroundings } from "./daemon/place.ts";
import { openSeal, readSeal } from "./daemon/seal.ts";
import { openServer } from "./daemon/serve.ts";
import { openUpkeep } from "./daemon/upkeep.ts";
import type { Layers } from "./hook/layers.ts";

/** Nobody asked for so long: the next call starts another one. */
const idleMs = 30 * 60_000;
/** How often it looks whether it is still wanted. */
const lookMs = 20_000;
/** What it may keep in memory, in megabytes; far more than it needs, and no leak grows beyond it. */
const largestHeap = 256;

const token = (): string => randomBytes(24).toString("hex");

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The file this runs from: once it is another one, Writ was upgraded. */
function ownBundle(): string {
  return join(dirname(realpathSync(process.argv[1] ?? "")), "..", "dist", "daemon.cjs");
}

/** Loads what the first decisions and records need while nobody waits. */
async function warmUp(root: string): Promise<void> {
  const writ = await createWrit(root);
  await writ.explain({ command: "git status" }, null);
  await writ.close();
  await warmParser();
}

/** `writ daemon run <root>`: answers the hooks of one workspace, so that they need not start Node for each call. */
async function main(root: string): Promise<void> {
  const folder = openFolder(surroundings());
  const file = folder === null ? null : contactFile(folder, root);
  const seal = readSeal(root) ?? (await asOwnWrite(root, async () => openSeal(root)));
  if (folder === null || file === null || seal === null) return;
  const other = readContact(file, root);
  if (other !== null && isAlive(other.pid)) return;
  if (other !== null) await noteGap(root, null);

  const [ask, proof] = [token(), token()];
  let written: Written | undefined;
  let lastCall = Date.now();
  let layers: Promise<Layers> | undefined;
  const upkeep = openUpkeep(root, process.argv[1] ?? "");
  // What the layers started ends when this process does.
  const leave = (code: number): never => {
    upkeep.stop();
    if (written !== undefined) removeContact(written);
    process.exit(code);
  };
  let unfit: () => string | null = () => "it is only starting";
  const { server, port } = await openServer({
    root,
    folder,
    proof,
    isAsk: (given) => sameText(given, ask),
    unfit: () => unfit(),
    onCall: () => {
      lastCall = Date.now();
      upkeep.noteCall();
    },
    // Whoever was told to decide alone has their answer; the next call starts a daemon that fits.
    onUnfit: () => server.close(() => leave(0)),
    layers: () => {
      layers ??= import("./hook/layers.ts").then(({ openLayers }) => openLayers(process.argv[1] ?? "", process.env));
      return layers;
    },
  });
  const contact = { port, pid: process.pid, ask, proof, boot: bootId() };
  written = writeContact({ file, root, seal }, contact) ?? undefined;
  // Others could read the tokens, or another daemon was faster.
  if (written === undefined) leave(0);
  else unfit = openFitness({ root, bundle: ownBundle(), script: process.argv[1] ?? "" }, written);

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => leave(0));
  process.on("uncaughtException", () => leave(1));
  setInterval(() => {
    if (Date.now() - lastCall > idleMs || unfit() !== null) leave(0);
  }, lookMs).unref();
  await warmUp(root).catch(() => {});
}

const [, , , verb, workspace = ""] = process.argv;
if (verb === "index") {
  void import("./daemon/index-once.ts").then(({ indexOnce }) => indexOnce(workspace));
} else {
  setFlagsFromString(`--max-old-space-size=${largestHeap}`);
  void main(workspace).catch(() => process.exit(1));
}

import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileSnapshots } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { sidecarPaths } from "../../packages/runtime/src/paths.ts";
import { carryOut } from "../../packages/runtime/src/snapshot/undo/undo.ts";
import { openUndoBook } from "../../packages/runtime/src/snapshot/undo/undo-book.ts";
import { planUndo } from "../../packages/runtime/src/snapshot/undo/undo-plan.ts";
import { openBed } from "./bed.ts";

const storeOf = (root: string) => openFileSnapshots(sidecarPaths(root).state);
const stamp = { at: "2026-01-01T00:00:00.000Z", agent: "person", session: "cli" };
const pause = () => new Promise((done) => setTimeout(done, 120));

type Bed = Awaited<ReturnType<typeof openBed>>;
const copiesOf = ({ root }: Bed) => join(sidecarPaths(root).state, "undo/objects");

function damageCopies(bed: Bed): void {
  for (const file of bed
    .sh(`find ${copiesOf(bed)} -type f`)
    .trim()
    .split("\n"))
    writeFileSync(file, "not it");
}

async function undoAll(root: string) {
  const store = storeOf(root);
  const [record] = await store.listUndos();
  if (record === undefined) throw new Error("there is no undo");
  return carryOut(root, record, planUndo(root, record, store), store, stamp);
}

describe("an undo", () => {
  it("takes nothing away that git only ignored before", async () => {
    const bed = await openBed();
    bed.put(".gitignore", "dist/\n.env\n*.db\nnotes.local\n");
    bed.git("commit", "-qam", "more to ignore");
    bed.put("data.db", "x".repeat(3 * 1024 * 1024));
    bed.put("notes.local", "mine\n");
    bed.put("log.db", "old\n");
    await pause();
    await bed.call(() => {
      bed.put(".gitignore", "dist/\n.env\n");
      bed.put("log.db", "new\n");
    });
    expect((await bed.decisions("strayed"))[0]?.paths).toEqual([".gitignore", "log.db"]);
    await undoAll(bed.root);
    expect(["data.db", "notes.local", "log.db"].map((name) => existsSync(join(bed.root, name)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(bed.read(".gitignore")).toContain("notes.local");
  });

  it("leaves alone what cannot be copied first", async () => {
    const bed = await openBed();
    await bed.call(() => bed.sh("head -c 67108865 /dev/zero > huge.bin"));
    const { restored, left } = await undoAll(bed.root);
    expect(restored).toEqual([]);
    expect(left).toMatchObject([{ path: "huge.bin", reason: expect.stringContaining("cannot be copied") }]);
    expect(statSync(join(bed.root, "huge.bin")).size).toBe(67_108_865);
  });

  it("that did a part of it leaves the rest open", async () => {
    const bed = await openBed();
    await bed.call(() => {
      bed.put("README.md", "ruined\n");
      bed.put("src/billing/invoice.ts", "ruined\n");
    });
    bed.put("README.md", "mended by hand\n");
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    const ready = planUndo(bed.root, record, store).filter(({ state }) => state === "ready");
    await carryOut(bed.root, record, ready, store, stamp);
    const left = (await store.listUndos()).find(({ id }) => id === record.id);
    expect(left?.settled).toBeUndefined();
    expect(left?.files.map(({ path }) => path)).toEqual(["README.md"]);
  });

  it.each<[number, string]>([
    [0o600, "echo evil > README.md"],
    [0o640, "mv README.md moved.md"],
    [0o644, "echo evil > README.md; chmod 666 README.md"],
  ])("opens no file to others: %o", async (mode, line) => {
    const bed = await openBed();
    const readme = join(bed.root, "README.md");
    chmodSync(readme, mode);
    await bed.call(() => bed.sh(line));
    await undoAll(bed.root);
    expect(statSync(readme).mode & 0o777 & ~0o020).toBe(mode);
  });

  it("says what was committed since", async () => {
    const bed = await openBed();
    await bed.call(() => bed.sh("echo x > kept.txt; echo x > left.txt; echo evil > README.md"));
    bed.sh("git add kept.txt README.md; git commit -qm mine");
    const book = openUndoBook(bed.root);
    const [record] = await book.list();
    if (record === undefined) throw new Error("there is no undo");
    const committed = (await book.plan(record)).filter(({ isCommitted }) => isCommitted === true);
    expect(committed.map(({ file }) => file.path)).toEqual(["README.md", "kept.txt"]);
  });

  it("gives a mode back also when something else was waiting already", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("report.txt", "x\n"));
    await bed.call(() => chmodSync(join(bed.root, "README.md"), 0o755));
    await undoAll(bed.root);
    expect(statSync(join(bed.root, "README.md")).mode & 0o111).toBe(0);
  });

  it("never takes back what is on record", async () => {
    const bed = await openBed();
    const path = ".orchestration/ledger/2026-11/main-abc.jsonl";
    const file = { path, op: "create" as const, before: null, after: null, why: "protected" as const };
    const record = { ...stamp, id: "U-000000", intent: null, tool: "Bash", files: [file] };
    bed.sh(`mkdir -p .orchestration/ledger/2026-11 && echo '{}' > ${path}`);
    expect(planUndo(bed.root, record, storeOf(bed.root))).toMatchObject([{ state: "lost" }]);
  });

  it.each<[string, (bed: Bed) => unknown, (bed: Bed) => unknown, string, string]>([
    [
      "a repository that was made",
      (bed) =>
        bed.sh("git init -q made && cd made && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x"),
      () => {},
      "made",
      "remove it yourself",
    ],
    [
      "a file that is a folder now",
      (bed) => bed.put("new.txt", "x\n"),
      (bed) => bed.sh("rm new.txt && mkdir new.txt && echo mine > new.txt/a"),
      "new.txt",
      "remove it yourself",
    ],
    [
      "a file whose folder is a file now",
      (bed) => rmSync(join(bed.root, "src/billing/invoice.ts")),
      (bed) => bed.sh("rm -rf src/billing && echo mine > src/billing"),
      "src/billing/invoice.ts",
      "src/billing is not a folder any more",
    ],
    [
      "a file whose copy is damaged",
      (bed) => bed.put("notes.txt", "ruined\n"),
      damageCopies,
      "notes.txt",
      "its copy is damaged",
    ],
    [
      "a file whose copy is gone",
      (bed) => bed.put("notes.txt", "ruined\n"),
      (bed) => rmSync(copiesOf(bed), { recursive: true }),
      "notes.txt",
      "thrown away",
    ],
  ])("says beforehand what it cannot put back: %s", async (_, work, meanwhile, path, reason) => {
    const bed = await openBed();
    bed.put("notes.txt", "untracked\n");
    await bed.call(() => work(bed));
    meanwhile(bed);
    const store = storeOf(bed.root);
    const [record] = await store.listUndos();
    if (record === undefined) throw new Error("there is no undo");
    const step = planUndo(bed.root, record, store).find(({ file }) => file.path.replace(/\/$/, "") === path);
    expect(step).toMatchObject({ state: "lost", reason: expect.stringContaining(reason) });
  });
});

describe("what waits for a person already", () => {
  it("is told again, to the agent and the person, when it is something else again", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("README.md", "1\n"));
    const again = await bed.call(() => {
      bed.put("README.md", "2222 evil\n");
      bed.put("other.txt", "x\n");
    });
    expect(again.context).toContain("other.txt, and again what waits for a person: README.md");
    expect(again.messages?.[0]).toContain("again what waits for a person: README.md");
    const mode = await bed.call(() => chmodSync(join(bed.root, "README.md"), 0o755));
    expect(mode.context).toContain("README.md");
    expect(mode.messages?.[0]).toContain("README.md");
    // Only what is new is named.
    expect(mode.messages?.[0]).not.toContain("other.txt");
  });

  it("is told to the agent alone when it is a report that every run writes, until it can be run", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("report.txt", "1\n"));
    const again = await bed.call(() => bed.put("report.txt", "2\n"));
    expect(again.messages).toBeUndefined();
    expect(again.context).toContain("report.txt");
    const mode = await bed.call(() => chmodSync(join(bed.root, "report.txt"), 0o755));
    expect(mode.messages?.[0]).toContain("report.txt");
  });

  it("is no news when it is as it was", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("README.md", "1\n"));
    const again = await bed.call(() => bed.put("README.md", "hello\n"));
    expect([again.context, again.messages]).toEqual([undefined, undefined]);
  });
});

describe("what is as it was again, by whosever hand, waits for nobody", () => {
  const standing = async (root: string) =>
    (await storeOf(root).listUndos()).map(({ settled }) => settled?.how ?? "open");

  it("once a person asks what can be undone", async () => {
    const bed = await openBed();
    await bed.call(() => bed.sh("echo ruined > README.md; echo new > stray.txt"));
    bed.git("checkout", "README.md");
    expect((await openUndoBook(bed.root).list()).map(({ settled }) => settled?.how)).toEqual([undefined]);
    bed.sh("rm stray.txt");
    expect((await openUndoBook(bed.root).list()).map(({ settled }) => settled?.how)).toEqual(["undone"]);
  });

  it("once a later command begins, so that what this one does is its own", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("README.md", "ruined\n"));
    bed.git("checkout", "README.md");
    await bed.call(() => bed.put("README.md", "ruined differently\n"));
    expect((await standing(bed.root)).sort()).toEqual(["open", "undone"]);
  });

  it("once a command of another session has put it back", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("README.md", "ruined\n"));
    const other = bed.other("S-2");
    await bed.writ.select({ id: "S-2", agent: "claude-code" }, "INT-001", "library");
    const end = await other.begin("make");
    bed.git("checkout", "README.md");
    await end();
    const [first] = (await storeOf(bed.root).listUndos()).filter(({ session }) => session === "S-1");
    expect(first?.settled?.how).toBe("undone");
  });

  it("but not where a folder took its place", async () => {
    const bed = await openBed();
    await bed.call(() => bed.put("stray.txt", "new\n"));
    bed.sh("rm stray.txt; mkdir stray.txt");
    await openUndoBook(bed.root).list();
    expect(await standing(bed.root)).toEqual(["open"]);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../packages/runtime/src/create-writ.ts";
import { sha256 } from "../../packages/runtime/src/hash.ts";
import { acknowledge, openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { asOwnChange } from "../../packages/runtime/src/snapshot/alarms/own-change.ts";
import { watch } from "../../packages/runtime/src/snapshot/alarms/watch.ts";
import { compare } from "../../packages/runtime/src/snapshot/compare.ts";
import { startClock } from "../../packages/runtime/src/snapshot/look/clock.ts";
import { scan } from "../../packages/runtime/src/snapshot/look/scan.ts";
import { openBed } from "./bed.ts";

const told = async (root: string) => (await openAlarms(root)).map(({ path, what }) => `${what} ${path}`);
const book = "deleted .orchestration/.state/alarms.json";
const hook = "echo evil > .git/hooks/post-commit";

const settings = '{"hooks":{"PreToolUse":[{"command":".orchestration/writ.sh claude-code PreToolUse"}]}}\n';

/** A bed whose agent's settings, which start Writ, are committed. */
async function openWired() {
  const bed = await openBed();
  mkdirSync(join(bed.root, ".claude"));
  await asOwnChange(bed.root, async () => bed.put(".claude/settings.json", settings));
  bed.git("add", "-A");
  bed.git("commit", "-qm", "wired");
  return bed;
}

/** The book as it is kept; the line after it is its checksum. */
function bookIn(file: string) {
  const [text = ""] = readFileSync(file, "utf8").split("\n");
  return JSON.parse(text);
}

/** Changes a protected file, and then the book, so that it should be like that. */
function forge(root: string, path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  const file = join(root, ".orchestration/.state/alarms.json");
  const forged = bookIn(file);
  const others = forged.baseline.filter(([name]: [string]) => name !== path);
  forged.baseline = [...others, [path, { hash: sha256(content), calls: true }]];
  writeFileSync(file, JSON.stringify(forged));
}

describe("a command that forges Writ's notes", () => {
  it.each<[string, string, string[]]>([
    [".git/hooks/post-commit", "evil\n", [book, "created .git/hooks/post-commit"]],
    [".claude/settings.json", "{}\n", [book, "unwired .claude/settings.json"]],
    [".orchestration/config.yaml", "mode: observe\n", [book, "changed .orchestration/config.yaml"]],
  ])("is an alarm: %s", async (path, content, expected) => {
    const bed = await openWired();
    const { messages = [] } = await bed.call(() => forge(bed.root, path, content));
    expect(await told(bed.root)).toEqual(expected);
    expect(messages.join("\n")).toContain(path);
    // Told once, also when a person looked at it while another call was running.
    await bed.end();
    expect(await told(bed.root)).toEqual(expected);
  });

  it.each<[string, (book: { own?: unknown; open: unknown[] }) => void]>([
    [
      "as Writ's own change",
      (book) => {
        book.own = [[".git/hooks/post-commit", sha256("evil\n")]];
      },
    ],
    [
      "as told already",
      (book) => {
        const at = "2999-01-01T00:00:00.000Z";
        book.open = [{ id: "A-AAAAAA", path: ".git/hooks/post-commit", what: "created", at, session: null }];
      },
    ],
  ])("is an alarm also when the book says it %s", async (_, change) => {
    const bed = await openWired();
    await bed.call(() => {
      forge(bed.root, ".git/hooks/post-commit", "evil\n");
      const file = join(bed.root, ".orchestration/.state/alarms.json");
      const book = bookIn(file);
      change(book);
      writeFileSync(file, JSON.stringify(book));
    });
    expect((await bed.decisions("alarm")).flatMap(({ paths = [] }) => paths)).toEqual([
      ".orchestration/.state/alarms.json",
      ".git/hooks/post-commit",
    ]);
  });

  it("does not take an alarm away that is on record", async () => {
    const bed = await openWired();
    await bed.call(() => bed.put(".git/hooks/post-merge", "evil\n"));
    await bed.call(() => {
      const file = join(bed.root, ".orchestration/.state/alarms.json");
      writeFileSync(file, JSON.stringify({ ...bookIn(file), open: [] }));
    });
    expect(await told(bed.root)).toEqual([book, "created .git/hooks/post-merge"]);
    // The one on record before, and the same change found again without the book.
    expect((await bed.writ.alarms()).filter(({ path }) => path === ".git/hooks/post-merge")).toHaveLength(2);
  });

  it("is told once, whoever notices it first", async () => {
    const bed = await openWired();
    await bed.call(async () => {
      bed.put(".git/hooks/post-commit", "evil\n");
      const found = await bed.writ.alarms();
      expect(found).toHaveLength(1);
    });
    expect(await told(bed.root)).toEqual(["created .git/hooks/post-commit"]);
    await bed.call(async () => {
      bed.put(".git/hooks/post-merge", "mine\n");
      const workspace = await openWorkspace(bed.root);
      await acknowledge(bed.writ, workspace.ports, await bed.writ.alarms(), { by: "p", assurance: "tty" });
    });
    expect(await told(bed.root)).toEqual([]);
  });
});

describe("a command that takes Writ's notes away", () => {
  it.each<[string, string, string[]]>([
    [
      "the book of alarms",
      `rm -f .orchestration/.state/alarms.json; ${hook}`,
      [book, "created .git/hooks/post-commit"],
    ],
    [
      "a book of nothing",
      `echo '{}' > .orchestration/.state/alarms.json; ${hook}`,
      [book, "created .git/hooks/post-commit"],
    ],
    [
      "a book without a beginning",
      `echo '{"v":1,"baseline":null,"open":[]}' > .orchestration/.state/alarms.json; ${hook}`,
      [book, "created .git/hooks/post-commit"],
    ],
    [
      "all of it",
      `rm -rf .orchestration/.state; ${hook}; rm .orchestration/.gitignore; echo '{}' > .claude/settings.json`,
      [book, "deleted .orchestration/.gitignore", "unwired .claude/settings.json", "changed .git/hooks/post-commit"],
    ],
  ])("is an alarm: %s", async (_, line, expected) => {
    const bed = await openWired();
    const { messages = [] } = await bed.call(() => bed.sh(line));
    expect(await told(bed.root)).toEqual(expected);
    expect(messages.join("\n")).toContain("writ alarms");
  });

  it("is an alarm also when nobody sees that command end", async () => {
    const bed = await openWired();
    await bed.call(() => bed.put("README.md", "a stray, so that the ledger knows of a look\n"));
    bed.sh("rm -rf .orchestration/.state; echo '{}' > .claude/settings.json");
    await watch(await openWorkspace(bed.root), { session: null });
    expect(await told(bed.root)).toEqual([book, "unwired .claude/settings.json"]);
  });

  it("is told what changed although the note of its call is gone", async () => {
    const bed = await openBed();
    const { unmatched, messages = [] } = await bed.call(() =>
      bed.sh("rm -rf .orchestration/.state/pending*; echo evil > README.md; echo x > src/auth/jwt.ts"),
    );
    expect(unmatched).toBe(true);
    expect(messages.join("\n")).toContain("README.md");
    expect(await bed.decisions("strayed")).toMatchObject([{ paths: ["README.md"] }]);
    expect(await bed.decisions("drifted")).toMatchObject([{ paths: ["src/auth/jwt.ts"], reason: "no-pre-event" }]);
  });

  it("is a gap when there is nothing to compare with", async () => {
    const bed = await openBed();
    const { messages = [] } = await bed.call(() => bed.sh("rm -rf .orchestration/.state; echo evil > README.md"));
    expect(messages.join("\n")).toContain("nobody saw it begin");
    expect(await bed.decisions("gap")).toMatchObject([{ reason: "no-look: nobody saw it begin" }]);
  });
});

describe("a command after which git does not answer", () => {
  it.each([
    ["its index is broken", "printf junk > .git/index", ["README.md", "new.txt", "src/billing/invoice.ts"]],
    ["it is gone", "mv .git .tig", ["README.md", "new.txt"]],
  ])("is looked at all the same, and the gap is told: %s", async (_, line, expected) => {
    const bed = await openBed();
    // Without git only the time of a change tells, and the repository has only just been made.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { messages = [] } = await bed.call(() =>
      bed.sh(`${line}; echo evil > README.md; echo x > new.txt; rm src/billing/invoice.ts`),
    );
    const paths = (await bed.decisions("strayed")).flatMap(({ paths: found = [] }) => found);
    expect(paths.filter((path) => !path.startsWith(".tig"))).toEqual(expected);
    expect(messages.join("\n")).toContain("git answered before it and not after it");
    expect(await bed.decisions("gap")).toMatchObject([{ reason: expect.stringMatching(/^half-look: /) }]);
  });

  it("is looked at all the same when it only answers afterwards", async () => {
    const bed = await openBed();
    bed.sh("mkdir node_modules; mv .git node_modules/kept");
    const { tree } = await scan(bed.root);
    bed.sh("mv node_modules/kept .git; echo evil > README.md; rm src/billing/invoice.ts; echo x > new.txt");
    const { changes, gap } = await compare(bed.root, tree, await scan(bed.root), startClock());
    expect(changes.map(({ op, path }) => `${op} ${path}`)).toEqual([
      "modify README.md",
      "create new.txt",
      "delete src/billing/invoice.ts",
    ]);
    expect(gap).toBe("git answered after it and not before it");
  });
});

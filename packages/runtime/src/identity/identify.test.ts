import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { diskFolder, inDepth } from "@writ/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { linkedGuards } from "./guards.ts";
import { identify } from "./identify.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = diskFolder("writ-identity-");
  root = join(base, "ws");
  write("src/a.ts", "one\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const seen = (given: string, options = {}) => identify(root, root, given, options);

describe("an ordinary file", () => {
  it.each(["src/a.ts", "./src//a.ts", "src/../src/a.ts", "<root>/src/a.ts"])("spelled %s", async (spelling) => {
    const given = spelling.replace("<root>", root);
    expect(await seen(given)).toEqual({
      given,
      place: "workspace",
      path: "src/a.ts",
      kind: "file",
      tier: "plain",
      links: 1,
      size: 4,
      hash: sha256("src/a.ts"),
    });
  });

  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 3_000_000])("of %i bytes is hashed by its bytes", async (size) => {
    write("src/big.bin", Buffer.alloc(size, 7));
    expect(await seen("src/big.bin")).toMatchObject({ size, hash: sha256("src/big.bin") });
  });

  it("replaced after the look-up is hashed as it is now", async () => {
    const fact = await seen("src/a.ts");
    write("src/new.ts", "two\n");
    renameSync(join(root, "src/new.ts"), join(root, "src/a.ts"));
    expect(fact.hash).toBe(sha256("src/a.ts"));
  });

  it("deleted after the look-up has no hash", async () => {
    const fact = await seen("src/a.ts");
    rmSync(join(root, "src/a.ts"));
    expect(fact.hash).toBeNull();
  });

  it("replaced by a link or a folder after the look-up is stale", async () => {
    write("src/b.ts", "b\n");
    const facts = await Promise.all([seen("src/a.ts"), seen("src/b.ts")]);
    for (const name of ["src/a.ts", "src/b.ts"]) rmSync(join(root, name));
    symlinkSync("/etc/hostname", join(root, "src/a.ts"));
    mkdirSync(join(root, "src/b.ts"));
    for (const fact of facts)
      expect(() => fact.hash).toThrow(
        expect.objectContaining({ problem: expect.objectContaining({ code: "STALE_FILE" }) }),
      );
  });

  it("need not be hashed", async () => {
    expect(await seen("src/a.ts", { hash: false })).toMatchObject({ kind: "file", hash: null });
  });

  it("is found from where the agent stands", async () => {
    expect(await identify(root, join(root, "src"), "a.ts")).toMatchObject({ path: "src/a.ts", kind: "file" });
    expect(await identify(root, "src", "../src/a.ts")).toMatchObject({ path: "src/a.ts", kind: "file" });
    expect(await identify(root, join(root, "none"), "a.ts")).toMatchObject({ path: "none/a.ts", kind: "absent" });
  });

  it("is found through a link to the workspace", async () => {
    symlinkSync(root, join(base, "alias"));
    const alias = join(base, "alias");
    expect(await identify(alias, alias, "src/a.ts")).toMatchObject({ place: "workspace", path: "src/a.ts" });
    expect(await identify(alias, alias, join(root, "src/a.ts"))).toMatchObject({
      place: "workspace",
      path: "src/a.ts",
    });
    expect(await identify(root, root, join(alias, "src/a.ts"))).toMatchObject({ place: "workspace", path: "src/a.ts" });
    expect(await identify(alias, alias, ".claude/settings.json")).toMatchObject({ tier: "protected" });
  });
});

describe("what is not a file", () => {
  it("may be absent, with its folders too", async () => {
    expect(await seen("src/new/deep/x.ts")).toMatchObject({
      path: "src/new/deep/x.ts",
      kind: "absent",
      hash: null,
      links: 1,
    });
  });

  it("may be a folder, which has no links to speak of", async () => {
    mkdirSync(join(root, "src/sub"));
    expect(await seen("src")).toMatchObject({ kind: "directory", hash: null, links: 1 });
    expect(await seen(".")).toMatchObject({ kind: "directory", path: ".", tier: "protected" });
  });

  it("may be a pipe or a socket, which nobody opens", async () => {
    execFileSync("mkfifo", [join(root, "src/fifo")]);
    expect(await seen("src/fifo")).toMatchObject({ kind: "special", hash: null });
    const server = createServer().listen(join(root, "src/socket"));
    await new Promise((ready) => server.once("listening", ready));
    expect(await seen("src/socket")).toMatchObject({ kind: "special", hash: null });
    server.close();
  });
});

describe("links", () => {
  it("lead to what they name, and are remembered by their own place", async () => {
    symlinkSync("l2", join(root, "src/l1"));
    symlinkSync("a.ts", join(root, "src/l2"));
    expect(await seen("src/l1")).toMatchObject({ path: "src/a.ts", entry: "src/l1", hash: sha256("src/a.ts") });
    expect(await seen("src/a.ts")).not.toHaveProperty("entry");
  });

  it("lead to what is not there yet", async () => {
    symlinkSync("../lib/new.ts", join(root, "src/dangling.ts"));
    expect(await seen("src/dangling.ts")).toMatchObject({
      path: "lib/new.ts",
      entry: "src/dangling.ts",
      kind: "absent",
    });
  });

  it("out of the workspace are outside, also when that is a temporary folder", async () => {
    writeFileSync(join(base, "out.txt"), "secret");
    symlinkSync(base, join(root, "src/out"));
    const options = { scratch: [base] };
    expect(await seen("src/out/out.txt", options)).toMatchObject({
      place: "outside",
      path: join(base, "out.txt"),
      hash: null,
    });
    expect(await seen("../out.txt", options)).toMatchObject({ place: "outside" });
    expect(await seen(`${root}/../out.txt`, options)).toMatchObject({ place: "outside" });
    expect(await seen(join(base, "out.txt"), options)).toMatchObject({ place: "scratch" });
  });

  it("from outside into the workspace count as outside, from scratch as what they lead to", async () => {
    symlinkSync(join(root, "src/a.ts"), join(base, "in.ts"));
    expect(await seen(join(base, "in.ts"))).toMatchObject({ place: "outside", path: "src/a.ts" });
    expect(await seen(join(base, "in.ts"), { scratch: [base] })).toMatchObject({
      place: "workspace",
      path: "src/a.ts",
    });
  });

  it.each([
    ["a circle of one", [["x", "x"]], "src/x"],
    [
      "a circle of two",
      [
        ["x", "y"],
        ["y", "x"],
      ],
      "src/x",
    ],
    ["a folder that holds itself", [["x", "x/y"]], "src/x/z"],
  ])("in %s are refused", async (_, links, given) => {
    for (const [name = "", target = ""] of links) symlinkSync(target, join(root, "src", name));
    expect(await seen(given)).toMatchObject({ place: "refused", reason: "its symbolic links form a loop" });
  });

  it("make .. mean two things, which is refused unless both agree", async () => {
    write("lib/deep/b.ts", "");
    write("lib/a.ts", "");
    symlinkSync("../lib/deep", join(root, "src/deep"));
    expect(await seen("src/deep/../a.ts")).toMatchObject({
      place: "refused",
      reason: expect.stringMatching(/two ways .* without `\.\.` in its path$/),
    });
    expect(await identify(root, join(root, "src/deep"), "../a.ts")).toMatchObject({ place: "refused" });
    mkdirSync(join(root, "src/real"));
    symlinkSync("real", join(root, "src/near"));
    expect(await seen("src/near/../a.ts")).toMatchObject({ path: "src/a.ts", kind: "file" });
    expect(await seen("src/none/../a.ts")).toMatchObject({ path: "src/a.ts", kind: "file" });
  });

  it("that are hard are counted", async () => {
    linkSync(join(root, "src/a.ts"), join(root, "src/b.ts"));
    expect(await seen("src/b.ts")).toMatchObject({ links: 2, path: "src/b.ts" });
  });
});

describe("what cannot be looked up is refused, not thrown", () => {
  it.each([
    ["a folder that is a file", "src/a.ts/x", "not a folder"],
    ["the kernel's folders", "/proc/self/cwd/src/a.ts", "kernel"],
    ["devices", "/dev/null", "kernel"],
    ["a new name others read differently", "src/aux.ts", "device"],
    ["control characters", "src/a\u0007.ts", "control"],
    ["a path through .. and nothing", "src/none/../../../../../../../../../../../proc/x", "kernel"],
  ])("%s", async (_, given, reason) => {
    expect(await seen(given)).toMatchObject({
      given,
      place: "refused",
      reason: expect.stringContaining(reason),
      hash: null,
    });
  });

  it("a workspace that is gone", async () => {
    expect(await identify(join(base, "none"), base, "src/a.ts")).toMatchObject({ place: "refused" });
  });

  it.skipIf(process.getuid?.() === 0)("a file without permission", async () => {
    chmodSync(join(root, "src/a.ts"), 0);
    expect(await seen("src/a.ts")).toMatchObject({ place: "refused", reason: expect.stringContaining("permission") });
  });

  it("any text at all", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.constantFrom("", "src/", "/", "../"), async (text, start) => {
        const { place, reason } = await seen(start + text);
        expect(["workspace", "outside", "refused"]).toContain(place);
        if (place === "refused") expect(reason).not.toBe("");
      }),
      { numRuns: inDepth(60, 300) },
    );
  });
});

describe("scratch", () => {
  it("is where the config says, inside the workspace too", async () => {
    const options = { scratch: [join(root, "tmp")] };
    expect(await seen("tmp/x", options)).toMatchObject({ place: "scratch", path: "tmp/x" });
    expect(await seen("tmp/.git/config", options)).toMatchObject({ tier: "protected" });
    expect(await seen("src/a.ts", options)).toMatchObject({ place: "workspace" });
  });

  it("around the workspace leaves the workspace what it is", async () => {
    expect(await seen("src/a.ts", { scratch: [base, root] })).toMatchObject({ place: "workspace" });
  });

  it("names what a folder holds that must not change with it", async () => {
    const options = { scratch: [base, "/tmp"] };
    expect((await seen(base, options)).holds).toEqual([{ path: root, what: "the workspace" }]);
    mkdirSync(join(base, "work"));
    expect(await seen(join(base, "work"), options)).not.toHaveProperty("holds");
    const daemons = expect.objectContaining({ path: `/tmp/writ-${process.getuid?.()}` });
    if (process.platform === "linux") expect((await seen("/tmp", options)).holds).toContainEqual(daemons);
  });

  it("keeps a repository's own machinery closed, and asks nothing about manifests", async () => {
    const options = { scratch: [base] };
    expect(await seen(join(base, "x/.git/hooks/pre-commit"), options)).toMatchObject({
      place: "scratch",
      tier: "protected",
    });
    expect(await seen(join(base, "x/package.json"), options)).toMatchObject({ place: "scratch", tier: "plain" });
  });
});

describe("the home folder", () => {
  it("stands where ~ does: outside, where an agent keeps its plans, or in the workspace under another name", async () => {
    const home = join(base, "home");
    vi.stubEnv("HOME", home);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await seen("~/x.ts", { scratch: [base] })).toMatchObject({ place: "outside", path: join(home, "x.ts") });
    expect(await seen("~/x.ts")).toMatchObject({ place: "outside", path: join(home, "x.ts") });
    expect(await seen("~/.claude/plans/a.md", { scratch: [join(home, ".claude/plans")] })).toMatchObject({
      place: "scratch",
    });
    for (const given of ["~root/x.ts", "~+/src/a.ts", "~-/x"])
      expect(await seen(given)).toMatchObject({ place: "outside", path: given });
    vi.stubEnv("HOME", root);
    expect(await seen("~/src/a.ts")).toMatchObject({ place: "refused", reason: expect.stringContaining("src/a.ts") });
    expect(await seen("src/~/a.ts")).toMatchObject({ place: "workspace" });
  });
});

describe("tiers", () => {
  it("follow the real file and the spelling, whichever is more guarded", async () => {
    write("config/claude/settings.json", "{}");
    symlinkSync("config/claude", join(root, ".claude"));
    symlinkSync("../.claude/settings.json", join(root, "src/link.json"));
    expect(await seen(".claude/settings.json")).toMatchObject({
      tier: "protected",
      path: "config/claude/settings.json",
    });
    expect(await seen("config/claude/settings.json")).toMatchObject({ tier: "plain" });
    expect(linkedGuards(root)).toEqual(["config/claude"]);
    const guarded = { guarded: linkedGuards(root) };
    expect(await seen("config/claude/settings.json", guarded)).toMatchObject({ tier: "protected" });
    expect(await seen("src/link.json", guarded)).toMatchObject({ tier: "protected" });
  });

  it("are told even for what is refused", async () => {
    expect(await seen(".git./config")).toMatchObject({ place: "refused", tier: "protected" });
    expect(await seen(".g\u202eit/config")).toMatchObject({ place: "refused", tier: "protected" });
    expect(await seen(".git\\config")).toMatchObject({ place: "refused", tier: "protected" });
  });

  it("come from the config", async () => {
    expect(await seen("src/a.ts", { sensitive: ["src/**"] })).toMatchObject({ tier: "sensitive" });
    expect(await seen("package.json", { sensitive: ["!package.json"] })).toMatchObject({ tier: "plain" });
  });
});

describe("names in more than one spelling", () => {
  it("are what is on the disk", async () => {
    write("src/caf\u00e9.ts", "");
    write("src/Same.ts", "");
    linkSync(join(root, "src/Same.ts"), join(root, "src/same.ts"));
    expect(await seen("src/caf\u00e9.ts")).toMatchObject({ kind: "file", path: "src/caf\u00e9.ts" });
    expect(await seen("src/same.ts")).toMatchObject({ path: "src/same.ts", links: 2 });
    expect(await seen("src/Same.ts")).toMatchObject({ path: "src/Same.ts", links: 2 });
  });
});

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function sha256(path: string): string {
  return `sha256:${createHash("sha256")
    .update(readFileSync(join(root, path)))
    .digest("hex")}`;
}

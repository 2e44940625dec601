import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTraceLedger } from "@writ/stores";
import { aTraceAbout, twoIntents } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { commit, publishedFile, tamper, tracesFile, twoSessions, verified, works } from "./ledger-bed.ts";
import { asOther, canChangeUser, nobody } from "./other-user.ts";
import { type Bed, folder, guarded, hasTerminal, json, ok } from "./scenarios/cli-bed.ts";
import { startAgent } from "./scenarios/harness.ts";

const ref = "refs/notes/writ";

/** A clone of a bed, with its notes. */
async function cloned(bed: Bed): Promise<Bed> {
  const clone = await folder();
  clone.git("clone", "--quiet", bed.root, ".");
  clone.git("fetch", "--quiet", "origin", `+${ref}:${ref}`);
  return clone;
}

/** Makes the live chain of a bed anew, with one record in it that was never there. */
async function forge(bed: Bed): Promise<void> {
  const file = join(bed.root, tracesFile);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const writer = JSON.parse(lines[0] ?? "").metadata.writer;
  rmSync(file);
  const state = join(bed.root, ".orchestration/.state");
  const forger = openTraceLedger({ file, state, writer: async () => writer });
  for (const at of lines.keys()) await forger.append(aTraceAbout({ id: `forged-${at}` }));
}

describe("an anchor in a note", () => {
  it("says how it is shared, fits as the ledger grows, and is not made twice", async () => {
    const bed = await twoSessions();
    if (hasTerminal) expect((await bed.writOnTerminal(["verify"], [])).out).toContain("writ verify --anchor");
    const said = await ok(bed.writ(["verify", "--anchor"]));
    expect(said).toContain(`git push origin ${ref}`);
    expect(said).toContain(`git fetch origin ${ref}:${ref}`);
    expect(await verified(bed)).toMatchObject({ ok: true, anchors: [{ heads: 3 }], elsewhere: 0 });
    expect(await json(bed.writ(["verify", "--json"]))).toEqual({ ...(await verified(bed)), alarms: [] });
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await commit(bed, "more");
    expect(await verified(bed)).toMatchObject({ ok: true, problems: [] });
    await ok(bed.writ(["verify", "--anchor"]));
    expect((await verified(bed)).anchors).toHaveLength(2);
    // The record that it was made is new; when that is noted too, nothing else is.
    expect(await json(bed.writ(["verify", "--anchor", "--json"]))).toMatchObject({ heads: 1 });
  });

  it.each<[string, (bed: Bed) => unknown, RegExp]>([
    [
      "the end cut off",
      (bed) => tamper(bed, tracesFile, (lines) => lines.slice(0, 4)),
      /was anchored .*the end was cut off/,
    ],
    ["the file deleted", (bed) => rmSync(join(bed.root, tracesFile)), /the file is gone, with record 6 .*was anchored/],
    ["the chain made anew", forge, /is not the one that was anchored .*made anew/],
    [
      "the published end cut off",
      (bed) => tamper(bed, publishedFile(bed), (lines) => lines.slice(0, -2)),
      /was anchored .*the end was cut off/,
    ],
    ["the published file deleted", (bed) => rmSync(join(bed.root, publishedFile(bed))), /was anchored/],
  ])("shows %s, and names the anchor", async (_, harm, reason) => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    await harm(bed);
    const { ok: isFine, problems } = await verified(bed);
    expect(isFine).toBe(false);
    expect(problems.map((problem) => problem.reason)).toEqual([expect.stringMatching(reason)]);
    expect(problems[0]?.reason).toContain(`noted at commit ${bed.git("rev-parse", "HEAD").slice(0, 10)}`);
    expect(await bed.writ(["verify", "--anchor"])).toMatchObject({ code: 1 });
    expect((await bed.writ(["verify"])).code).toBe(1);
  });

  it("of another working copy's live ledger is no false alarm, and its published part is compared", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    const clone = await cloned(bed);
    expect(await verified(clone)).toMatchObject({ ok: true, live: 0, elsewhere: 2 });
    expect((await clone.writ(["verify"])).out).toContain("not in this copy");
    tamper(clone, publishedFile(clone), (lines) => lines.slice(0, -1));
    expect(await verified(clone)).toMatchObject({ ok: false, problems: [{ file: publishedFile(clone) }] });
  });

  it("of a commit that is not part of what is checked out binds no published file", async () => {
    const bed = await twoSessions();
    bed.git("switch", "--quiet", "--create", "side");
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await commit(bed, "on the side");
    await ok(bed.writ(["verify", "--anchor"]));
    bed.git("switch", "--quiet", "main");
    expect(await verified(bed)).toMatchObject({ ok: true });
    // The live ledger does not go back with git.
    tamper(bed, tracesFile, (lines) => lines.slice(0, -1));
    expect(await verified(bed)).toMatchObject({ ok: false, problems: [{ file: tracesFile }] });
  });

  it("takes what is committed of published files, not what may still be dropped", async () => {
    const bed = await twoSessions();
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await ok(bed.writ(["publish", "--all"]));
    await ok(bed.writ(["verify", "--anchor"]));
    bed.git("reset", "--quiet", "--hard");
    expect(await verified(bed)).toMatchObject({ ok: true });
  });

  it("is compared in a shallow clone, a sparse checkout and another work tree", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    await bed.put("src/billing/more.ts", "export {};\n");
    await commit(bed, "later");
    const shallow = await folder();
    shallow.git("clone", "--quiet", "--depth", "1", `file://${bed.root}`, ".");
    shallow.git("fetch", "--quiet", "origin", `+${ref}:${ref}`);
    expect(await verified(shallow)).toMatchObject({ ok: true });

    const sparse = await cloned(bed);
    sparse.git("sparse-checkout", "set", "--no-cone", "/*", "!/.orchestration/ledger/");
    expect(existsSync(join(sparse.root, publishedFile(bed)))).toBe(false);
    expect(await verified(sparse)).toMatchObject({ ok: true });

    const tree = await folder();
    bed.git("worktree", "add", "--quiet", "--detach", join(tree.root, "tree"));
    expect(await json(tree.writ(["verify", "--json"], { cwd: join(tree.root, "tree") }))).toMatchObject({ ok: true });
  });

  it("of a commit that was reverted is told with how to have it back, fails no later check, and can be settled", async () => {
    const bed = await twoSessions();
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await commit(bed, "more");
    const [file = ""] = bed.git("diff", "--name-only", "HEAD~1", "--", ".orchestration/ledger").split("\n");
    await ok(bed.writ(["verify", "--anchor"]));
    const anchored = bed.git("rev-parse", "HEAD").slice(0, 10);
    bed.git("revert", "--no-edit", "HEAD");
    const { problems } = await verified(bed);
    expect(problems).toMatchObject([{ file, reason: expect.stringContaining(`git checkout ${anchored} -- FILE`) }]);
    // The deletion is committed, so git has nothing to give back but from there.
    const { out } = await bed.writ(["verify"]);
    expect(out).not.toContain("git checkout -- FILE");
    // The copy that wrote them publishes them again; nobody else can.
    const clone = await cloned(bed);
    await clone.put("other.txt", "x\n");
    await commit(clone, "unrelated");
    expect(await clone.writ(["check", "HEAD~1..HEAD"])).toMatchObject({ code: 0 });

    expect((await clone.writ(["verify", "--repair", "--published"])).out).toContain(`noted  ${file}`);
    await commit(clone, "settled");
    await ok(clone.writ(["verify", "--anchor", "--losses"]));
    expect(await verified(clone)).toMatchObject({ ok: true, notices: [{ file }] });
    expect(await verified(await cloned(clone))).toMatchObject({ ok: true, notices: [{ file }] });
  });

  it("is of one workspace, where several lie below git's top", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    for (const name of ["one", "two"]) {
      await bed.put(`${name}/.orchestration/active_intents.yaml`, twoIntents);
      await bed.put(`${name}/.orchestration/.gitignore`, "agent_trace.jsonl\ndecisions.jsonl\n.state/\n");
      const inside = { cwd: join(bed.root, name) };
      const place = {
        root: join(bed.root, name),
        put: (path: string, text: string) => bed.put(`${name}/${path}`, text),
      };
      await works(place, `S-${name}`, ["src/auth/a.ts"]);
      await commit({ root: place.root, git: bed.git }, name);
      expect(await json(bed.writ(["verify", "--anchor", "--json"], inside))).toMatchObject({ heads: 3 });
    }
    for (const name of ["one", "two"])
      expect(await json(bed.writ(["verify", "--json"], { cwd: join(bed.root, name) }))).toMatchObject({
        ok: true,
        anchors: [{ heads: 3 }],
        elsewhere: 0,
      });
    rmSync(join(bed.root, "one/.orchestration/ledger"), { recursive: true });
    expect(await bed.writ(["verify"], { cwd: join(bed.root, "one") })).toMatchObject({ code: 1 });
    expect(await bed.writ(["verify"], { cwd: join(bed.root, "two") })).toMatchObject({ code: 0 });
  });

  it("holds one digest of all published files, and is a problem where it does not fit its commit", async () => {
    const bed = await twoSessions();
    for (const name of ["c1", "c2", "c3"]) {
      await works(bed, `S-${name}`, [`src/auth/${name}.ts`]);
      await commit(bed, name);
    }
    expect(await json(bed.writ(["verify", "--anchor", "--json"]))).toMatchObject({ heads: 6 });
    const note = JSON.parse(bed.git("notes", `--ref=${ref}`, "show", "HEAD"));
    expect(note).toMatchObject({ heads: [{}, {}], published: { heads: 4 } });
    expect(await verified(bed)).toMatchObject({ ok: true, anchors: [{ heads: 6 }] });

    const other = { ...note, published: { heads: 4, digest: `sha256:${"0".repeat(64)}` } };
    bed.git("notes", `--ref=${ref}`, "add", "--force", "--message", JSON.stringify(other));
    expect((await verified(bed)).problems).toMatchObject([
      { file: ".git", reason: expect.stringContaining("does not fit the files of its commit") },
    ]);
  });

  it("in a format nobody knows yet is a warning, and so is a note of something else", async () => {
    const bed = await twoSessions();
    bed.git("notes", `--ref=${ref}`, "add", "-m", '{"writ_anchor":2,"heads":"elsewhere"}');
    expect(await verified(bed)).toMatchObject({
      ok: true,
      notices: [{ reason: expect.stringContaining("a format this Writ does not know") }],
    });
  });

  it("that is gone is told, where it was made", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    bed.git("update-ref", "-d", ref);
    expect(await verified(bed)).toMatchObject({
      ok: true,
      notices: [{ reason: expect.stringContaining("not there any more") }],
    });
  });

  it("of several people is joined line by line", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    const clone = await cloned(bed);
    await works(clone, "S-other", ["src/auth/z.ts"]);
    await ok(clone.writ(["verify", "--anchor"]));
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await ok(bed.writ(["verify", "--anchor"]));
    bed.git("fetch", "--quiet", clone.root, `${ref}:refs/notes/theirs`);
    bed.git("notes", `--ref=${ref}`, "merge", "--quiet", "-s", "cat_sort_uniq", "refs/notes/theirs");
    expect(await verified(bed)).toMatchObject({ ok: true, anchors: [{}, {}, {}], notices: [] });
  });

  it("needs git, a commit, and a person", async () => {
    const bare = await folder();
    await ok(bare.writ(["init", "--intent-name", "Login", "--scope", "src/**"]));
    expect((await bare.writ(["verify", "--anchor"])).err).toContain("there is no git here");
    bare.git("init", "--quiet");
    expect((await bare.writ(["verify", "--anchor"])).err).toContain("no commit yet");
    const bed = await guarded();
    const agent = startAgent(bed);
    expect(await agent.writ(["verify", "--anchor"])).toMatchObject({ code: 1 });
    expect((await agent.writ(["verify", "--anchor"])).err).toContain("PERSON_ONLY");
    expect(await agent.writ(["verify"])).toMatchObject({ code: 0 });
    for (const words of [["--tag", "x"], ["--anchor", "--sign"], ["--published"], ["--anchor", "--repair"]])
      expect(await bed.writ(["verify", ...words])).toMatchObject({ code: 2 });
  });
});

/** Where git keeps one of its objects. */
const objectFile = (bed: Bed, id: string): string => join(bed.root, ".git/objects", id.slice(0, 2), id.slice(2));

describe("anchors git does not tell", () => {
  const unread = (reason: string) => ({
    ok: false,
    problems: [{ file: ".git", reason: expect.stringContaining(reason) }],
  });

  it.each<[string, (bed: Bed) => void, string]>([
    [
      "the text of a note",
      (bed) => rmSync(objectFile(bed, bed.git("notes", `--ref=${ref}`, "list", "HEAD"))),
      "git does not have the note on",
    ],
    [
      "the list of the notes",
      (bed) => rmSync(objectFile(bed, bed.git("rev-parse", `${ref}^{tree}`))),
      "Failed to read notes tree",
    ],
    ["the reference of the notes", (bed) => writeFileSync(join(bed.root, ".git", ref), "nothing\n"), "broken ref"],
    [
      "a tag",
      (bed) => {
        bed.git("tag", "--annotate", "--message", "x", "writ-anchor/x");
        rmSync(objectFile(bed, bed.git("rev-parse", "writ-anchor/x")));
      },
      "missing object",
    ],
    [
      "the published records they are of",
      (bed) => rmSync(objectFile(bed, bed.git("rev-parse", "HEAD:.orchestration/ledger"))),
      "git does not have the published records of commit",
    ],
  ])("are a problem, and nothing is anchored or repaired: %s", async (_, harm, reason) => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    harm(bed);
    expect(await verified(bed)).toMatchObject(unread(reason));
    expect((await bed.writ(["verify", "--anchor"])).err).toContain("could not read the anchors");
    expect((await bed.writ(["verify", "--repair"])).err).toContain("could not read the anchors");
  });

  it("are a problem without git, and where the folder belongs to somebody else; a variable hides none", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    const start = { env: { PATH: join(process.execPath, "..") } };
    const hasGit = spawnSync("git", ["--version"], start).error === undefined;
    if (!hasGit) {
      const said = await bed.writ(["verify"], start);
      expect(said).toMatchObject({ code: 1, out: expect.stringContaining("git is not there") });
    }
    const empty = await folder();
    empty.git("init", "--quiet");
    const elsewhere = { GIT_DIR: join(empty.root, ".git"), GIT_OBJECT_DIRECTORY: "/nonexistent" };
    const told = await json(bed.writ(["verify", "--json"], { env: elsewhere }));
    expect(told).toMatchObject({ ok: true, anchors: [{ heads: 3 }] });
  });

  it.runIf(canChangeUser)("are a problem for another user, who is told what to do", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    spawnSync("chmod", ["-R", "a+rX", bed.root]);
    const env = { ...bed.env, HOME: "/nonexistent", XDG_RUNTIME_DIR: "/nonexistent" };
    const { code, out } = asOther(bed.root, nobody, ["verify"], env);
    expect(out).toContain("dubious ownership");
    expect(out).toContain("git config --global --add safe.directory");
    expect(code).toBe(1);
  });
});

const hasSsh = spawnSync("ssh-keygen", ["-?"]).error === undefined;

describe("an anchor in a tag", () => {
  it("is found, compared, and said to be unsigned", async () => {
    const bed = await twoSessions();
    expect(await ok(bed.writ(["verify", "--anchor", "--tag", "1.0"]))).toContain("git push origin writ-anchor/1.0");
    expect(await verified(bed)).toMatchObject({
      ok: true,
      anchors: [{ tag: "writ-anchor/1.0", signature: "unsigned" }],
    });
    tamper(bed, tracesFile, (lines) => lines.slice(0, -1));
    expect((await verified(bed)).problems[0]?.reason).toContain("tag writ-anchor/1.0");
    expect((await bed.writ(["verify", "--anchor", "--tag", "1.0"])).code).toBe(1);
  });

  it("that is none is a warning", async () => {
    const bed = await twoSessions();
    bed.git("tag", "writ-anchor/bare");
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [{ reason: expect.stringContaining("bare") }] });
  });

  it("that cannot be signed is told of in the words of whoever signs, without git's hints", async () => {
    const bed = await twoSessions();
    bed.git("config", "gpg.program", "false");
    const { code, err } = await bed.writ(["verify", "--anchor", "--tag", "1.0", "--sign"]);
    expect(code).toBe(1);
    expect(err).toContain("gpg failed to sign");
    expect(err).not.toContain("hint:");
  });

  it.runIf(hasSsh)("is signed as the person's git is set up to, and a forged signature is a problem", async () => {
    const bed = await twoSessions();
    const key = join(bed.env.HOME ?? "", "key");
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    bed.git("config", "gpg.format", "ssh");
    bed.git("config", "user.signingkey", `${key}.pub`);
    await ok(bed.writ(["verify", "--anchor", "--tag", "1.0", "--sign"]));
    // Nobody here knows whose key it is.
    expect(await verified(bed)).toMatchObject({ ok: true, anchors: [{ signature: "unchecked" }] });
    writeFileSync(`${key}.signers`, `ada@example.com ${readFileSync(`${key}.pub`, "utf8")}`);
    bed.git("config", "gpg.ssh.allowedSignersFile", `${key}.signers`);
    expect(await verified(bed)).toMatchObject({ ok: true, anchors: [{ signature: "good" }] });

    const tag = bed.git("cat-file", "tag", "writ-anchor/1.0").replace("tagger Ada", "tagger Eve");
    appendFileSync(join(bed.root, "forged"), `${tag}\n`);
    const object = bed.git("hash-object", "-t", "tag", "-w", "--literally", "forged");
    bed.git("update-ref", "refs/tags/writ-anchor/1.0", object);
    expect(await verified(bed)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining("the signature of the tag writ-anchor/1.0 is not good") }],
    });
  });
});

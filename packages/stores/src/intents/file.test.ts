import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeIntents, tempSidecar } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFileAlarms } from "../alarms/file.ts";
import { stateFolder } from "../state/sidecar.ts";
import { openFileIntents } from "./file.ts";
import { replaceUnchanged } from "./replace.ts";

describeIntents("file", async () => openFileIntents({ root: tempSidecar() }));

const one = "active_intents:\n  - id: A\n    status: PENDING # yes\n";
const intentsFile = (root: string) => join(root, ".orchestration", "active_intents.yaml");
const compiledFile = (root: string, name = "intents-unchecked") =>
  join(root, ".orchestration", ".state", "compiled", `${name}.json`);
/** A sidecar whose installation has a key. */
async function sealedSidecar(files: Record<string, string>): Promise<string> {
  const root = tempSidecar(files);
  await openFileAlarms(stateFolder(root)).update((book) => book);
  return root;
}
const textOf = (path: string) => readFileSync(path, "utf8");

describe("where the intents are", () => {
  it("no sidecar at all is another thing than a sidecar without the file", async () => {
    const root = tempSidecar();
    expect(await openFileIntents({ root }).read()).toEqual({ state: "ok", intents: [], findings: [] });
    const bare = openFileIntents({ root: join(root, ".orchestration") });
    expect(await bare.read()).toEqual({ state: "missing" });
    await expect(bare.add({ name: "x", ownedScope: [] })).rejects.toMatchObject({
      problem: { code: "SIDECAR_MISSING" },
    });
  });

  it("reads and writes .yml where that is what there is", async () => {
    const root = tempSidecar({ "active_intents.yml": one });
    const store = openFileIntents({ root });
    await store.setStatus("A", "COMPLETE");
    expect(textOf(join(root, ".orchestration", "active_intents.yml"))).toBe(one.replace("PENDING", "COMPLETE"));
    expect(statSync(intentsFile(root), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("tells that one of two files is ignored", async () => {
    const root = tempSidecar({ "active_intents.yaml": one, "active_intents.yml": "- id: B\n" });
    const message = ".orchestration/active_intents.yml is ignored, because .orchestration/active_intents.yaml is there";
    const expected = { state: "ok", intents: [{ id: "A" }], findings: [{ line: 0, severity: "warning", message }] };
    expect(await openFileIntents({ root }).read()).toMatchObject(expected);
    expect(await openFileIntents({ root }).read()).toMatchObject(expected);
  });

  it.each<[string, (root: string, elsewhere: string) => void, string]>([
    [
      "the file is a link",
      (root, elsewhere) => {
        writeFileSync(join(elsewhere, "x.yaml"), one);
        symlinkSync(join(elsewhere, "x.yaml"), intentsFile(root));
      },
      ".orchestration/active_intents.yaml",
    ],
    [
      "the file is a link to nothing",
      (root) => symlinkSync("nowhere", intentsFile(root)),
      ".orchestration/active_intents.yaml",
    ],
    [
      "the sidecar is a link",
      (root, elsewhere) => {
        rmSync(join(root, ".orchestration"), { recursive: true });
        symlinkSync(join(elsewhere, ".orchestration"), join(root, ".orchestration"));
      },
      ".orchestration",
    ],
    [
      "the sidecar is a file",
      (root) => {
        rmSync(join(root, ".orchestration"), { recursive: true });
        writeFileSync(join(root, ".orchestration"), "");
      },
      ".orchestration",
    ],
    ["the file is a folder", (root) => mkdirSync(intentsFile(root)), ".orchestration/active_intents.yaml"],
    [
      "the file is too large",
      (root) => writeFileSync(intentsFile(root), `# ${"x".repeat(5 * 1024 * 1024)}`),
      ".orchestration/active_intents.yaml",
    ],
    [
      "the file is broken",
      (root) => writeFileSync(intentsFile(root), "- id: A\n- id: A\n"),
      ".orchestration/active_intents.yaml",
    ],
  ])("%s: nothing is read, nothing is written", async (_, prepare, file) => {
    const root = tempSidecar();
    prepare(root, tempSidecar());
    const store = openFileIntents({ root });
    expect(await store.read()).toMatchObject({ state: "invalid", file, findings: [{ severity: "error" }] });
    const refused = { problem: { code: "SIDECAR_INVALID" } };
    await expect(store.add({ name: "x", ownedScope: [] })).rejects.toMatchObject(refused);
    await expect(store.setStatus("A", "COMPLETE")).rejects.toMatchObject(refused);
  });
});

describe("the compiled form", () => {
  it("is used while the file is the same, and only then", async () => {
    const root = await sealedSidecar({ "active_intents.yaml": one });
    const store = openFileIntents({ root });
    const first = await store.read();
    const path = compiledFile(root);
    const made = statSync(path).ino;
    expect(await store.read()).toEqual(first);
    expect(statSync(path).ino).toBe(made);
    writeFileSync(intentsFile(root), `${one}#\n`);
    expect(await store.read()).toEqual(first);
    expect(statSync(path).ino).not.toBe(made);
  });

  it("is not kept where there is no key to seal it with", async () => {
    const root = tempSidecar({ "active_intents.yaml": one });
    await openFileIntents({ root }).read();
    expect(statSync(compiledFile(root), { throwIfNoEntry: false })).toBeUndefined();
  });

  it.each([
    ["not JSON", () => "{"],
    ["of another format", (text: string) => text.replace(/"format":\d+/, '"format":0')],
    ["without a scope", (text: string) => text.replace('"ownedScope":[],', "")],
    ["with an unknown status", (text: string) => text.replace('"PENDING"', '"GRANTED"')],
    ["with a scope that is no text", (text: string) => text.replace('"ownedScope":[]', '"ownedScope":[1]')],
    ["with limits that are none", (text: string) => text.replace('"ownedScope"', '"quick":{},"ownedScope"')],
    ["of another state", (text: string) => text.replace('"state":"ok"', '"state":"missing"')],
    ["edited", (text: string) => text.replace('"status":"PENDING"', '"status":"BLOCKED"')],
    ["without a seal", (text: string) => text.split("\n")[0] ?? ""],
    ["without findings", (text: string) => text.replace('"findings":[]', '"findings":[{}]')],
  ])("is made anew when it is %s", async (_, damage) => {
    const root = await sealedSidecar({ "active_intents.yaml": one });
    const store = openFileIntents({ root });
    const first = await store.read();
    const path = compiledFile(root);
    const damaged = damage(textOf(path));
    expect(damaged).not.toBe(textOf(path));
    writeFileSync(path, damaged);
    expect(await store.read()).toEqual(first);
    expect(textOf(path)).not.toBe(damaged);
  });

  it("remembers also that a file cannot be used", async () => {
    const root = await sealedSidecar({ "active_intents.yaml": "- id: A\n- id: A\n" });
    const first = await openFileIntents({ root }).read();
    expect(textOf(compiledFile(root))).toContain("twice");
    expect(await openFileIntents({ root }).read()).toEqual(first);
    renameSync(intentsFile(root), join(root, ".orchestration", "active_intents.yml"));
    expect(await openFileIntents({ root }).read()).toMatchObject({ file: ".orchestration/active_intents.yml" });
  });

  it("keeps what was found with a look at the globs apart from what was found without", async () => {
    const root = await sealedSidecar({ "active_intents.yaml": "- {id: A, scope: x}\n" });
    expect(await openFileIntents({ root }).read()).toMatchObject({ findings: [] });
    const strict = openFileIntents({ root, globProblem: () => "never good" });
    expect(await strict.read()).toMatchObject({ findings: [{ line: 1, severity: "error" }] });
    expect(await strict.read()).toMatchObject({ findings: [{ line: 1, severity: "error" }] });
    expect(textOf(compiledFile(root, "intents"))).toContain("never good");
  });

  it("is done without where the state cannot be written", async () => {
    const root = tempSidecar({ "active_intents.yaml": one, ".state": "a file where the folder should be" });
    expect(await openFileIntents({ root }).read()).toMatchObject({ state: "ok", intents: [{ id: "A" }] });
  });

  it("notices an edit by hand at once", async () => {
    const root = tempSidecar({ "active_intents.yaml": one });
    const store = openFileIntents({ root });
    await store.read();
    writeFileSync(intentsFile(root), one.replace("PENDING", "BLOCKED"));
    expect(await store.read()).toMatchObject({ intents: [{ status: "BLOCKED" }] });
  });
});

describe("writing", () => {
  it("keeps the permissions of the file", async () => {
    const root = tempSidecar({ "active_intents.yaml": one });
    chmodSync(intentsFile(root), 0o664);
    await openFileIntents({ root }).setStatus("A", "COMPLETE");
    expect(statSync(intentsFile(root)).mode & 0o777).toBe(0o664);
  });

  it("leaves a file alone that says already what it should", async () => {
    const root = tempSidecar({ "active_intents.yaml": one });
    const before = statSync(intentsFile(root));
    await openFileIntents({ root }).setStatus("A", "PENDING");
    expect(statSync(intentsFile(root)).ino).toBe(before.ino);
  });

  it("does not overwrite what somebody typed meanwhile", async () => {
    const root = tempSidecar({ "active_intents.yaml": one });
    const seen = new TextEncoder().encode("what it was before");
    expect(await replaceUnchanged({ root }, ".orchestration/active_intents.yaml", seen, "new")).toBe(false);
    expect(await replaceUnchanged({ root }, ".orchestration/active_intents.yaml", null, "new")).toBe(false);
    expect(textOf(intentsFile(root))).toBe(one);
    expect(
      await replaceUnchanged({ root }, ".orchestration/active_intents.yaml", new TextEncoder().encode(one), "new"),
    ).toBe(true);
    expect(textOf(intentsFile(root))).toBe("new");
  });

  it("loses neither its own changes nor those of an editor that takes no lock", async () => {
    const root = tempSidecar({ "active_intents.yaml": one });
    const store = openFileIntents({ root });
    let typed = 0;
    const editor = setInterval(() => {
      typed += 1;
      writeFileSync(`${intentsFile(root)}.swp`, `${textOf(intentsFile(root))}# typed ${typed}\n`);
      renameSync(`${intentsFile(root)}.swp`, intentsFile(root));
    }, 50);
    onTestFinished(() => clearInterval(editor));
    let added = 0;
    for (; added < 10 || typed < 5; added += 1) await store.add({ name: `N${added}`, ownedScope: ["x"] });
    clearInterval(editor);
    const text = textOf(intentsFile(root));
    for (let count = 1; count <= typed; count += 1) expect(text).toContain(`# typed ${count}\n`);
    expect(await store.read()).toMatchObject({ intents: { length: added + 1 } });
  });

  it("says what is wrong when it cannot write, and changes nothing", async () => {
    const root = tempSidecar({ "active_intents.yaml": one, ".state/active_intents.next/x": "in the way" });
    const change = openFileIntents({ root }).setStatus("A", "COMPLETE");
    await expect(change).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
    expect(textOf(intentsFile(root))).toBe(one);
  });
});

describe(".intentignore", () => {
  it("lists patterns over ids, without comments and blanks", async () => {
    const text = "\uFEFF# frozen\r\nINT-9*\r\n\r\n  LEGACY-*  # until March\nA#B\n#C";
    const root = tempSidecar({ ".intentignore": text });
    expect(await openFileIntents({ root }).readIgnore()).toEqual(["INT-9*", "LEGACY-*", "A#B"]);
  });

  it("that is a link is refused, not taken for empty", async () => {
    const root = tempSidecar();
    symlinkSync("nowhere", join(root, ".orchestration", ".intentignore"));
    await expect(openFileIntents({ root }).readIgnore()).rejects.toMatchObject({
      problem: { code: "SIDECAR_INVALID" },
    });
  });
});

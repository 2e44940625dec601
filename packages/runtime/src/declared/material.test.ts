import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { discover } from "./discover.ts";
import { handlerOf } from "./handler-files.ts";
import { lookAtHookFiles } from "./hook-files.ts";
import { readMaterial } from "./material.ts";
import { hashOf } from "./trust.ts";

it("what is shown to a person has the hash a run asks for", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-material-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, ".system/hooks/handlers"), { recursive: true });
  writeFileSync(join(root, ".system/hooks/handlers/a.sh"), "#!/bin/sh\n");
  writeFileSync(join(root, "extra.txt"), "extra");
  chmodSync(join(root, ".system/hooks/handlers/a.sh"), 0o755);
  writeFileSync(
    join(root, ".system/hooks/a.yaml"),
    "id: a\nevent_type: SessionStop\nhandler: {kind: script, command: ./.system/hooks/handlers/a.sh extra.txt}\n",
  );
  const { hooks } = await discover(lookAtHookFiles(root, null));
  const [hook] = hooks;
  if (hook === undefined) throw new Error("the hook was not read");
  const places = { root, builtins: null, path: process.env.PATH };
  const material = readMaterial(hook, places);
  expect(material?.files.map(({ name }) => name)).toEqual([
    ".system/hooks/a.yaml",
    ".system/hooks/handlers/a.sh",
    "extra.txt",
  ]);
  expect(material?.hash).toBe(hashOf(hook, handlerOf(hook, places), places));
});

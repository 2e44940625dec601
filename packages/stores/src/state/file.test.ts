import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describeState, someHash, tempSidecar } from "@writ/testkit";
import { expect, it } from "vitest";
import { openFileState } from "./file.ts";
import { fileNameOf } from "./names.ts";
import { stateFolder } from "./sidecar.ts";

describeState("file", async () => openFileState(stateFolder(tempSidecar())));

it("takes damaged files for empty ones that open nothing: no pause, no trust, all spent", async () => {
  const intent = fileNameOf("Q");
  const damaged = ["pause.json", "trust.json", `history/${intent}.json`, `spent/${intent}.json`, "proposals/x.json"];
  const root = tempSidecar(Object.fromEntries(damaged.map((name) => [`.state/${name}`, '{"until": 1'])));
  const store = openFileState(stateFolder(root));
  expect(await store.readPause()).toBeNull();
  expect(await store.isTrusted("config", someHash())).toBe(false);
  expect(await store.readHistory("Q")).toEqual([]);
  expect((await store.readSpent("Q")).lines).toBeGreaterThan(1_000_000);
  expect(await store.listProposals()).toEqual([]);

  await store.trust("config", someHash());
  await store.addHistory("Q", ["e"]);
  await store.addSpent("Q", ["a"], 1);
  expect(await store.isTrusted("config", someHash())).toBe(true);
  expect(await store.readHistory("Q")).toEqual(["e"]);
  expect((await store.readSpent("Q")).lines).toBeGreaterThan(1_000_000);
  expect(readdirSync(join(stateFolder(root), "quarantine"))).toHaveLength(3);
});

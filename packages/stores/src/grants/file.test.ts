import { readdirSync } from "node:fs";
import { join } from "node:path";
import { aGrant, describeGrants, tempSidecar } from "@writ/testkit";
import { expect, it } from "vitest";
import { stateFolder } from "../state/sidecar.ts";
import { openFileGrants } from "./file.ts";

describeGrants("file", async () => openFileGrants(stateFolder(tempSidecar())));

it.each([
  ["not JSON", "{"],
  ["without a binding", JSON.stringify({ ...aGrant(), binding: undefined })],
  ["of a sureness nobody knows", JSON.stringify({ ...aGrant(), assurance: "certain" })],
  ["under another id", JSON.stringify(aGrant({ id: "G-000002" }))],
  ["that holds for a year", JSON.stringify(aGrant({ until: "2027-11-15T10:00:00.000Z" }))],
])("a grant file %s permits nothing", async (_, content) => {
  const store = openFileGrants(stateFolder(tempSidecar({ ".state/grants/G-000001.json": content })));
  expect(await store.use("G-000001", "2026-11-15T10:01:00.000Z")).toBe(false);
});

it("forgets grants that ran out more than seven days ago when a new one comes", async () => {
  const state = stateFolder(tempSidecar());
  const store = openFileGrants(state);
  await store.add(aGrant());
  await store.add(aGrant({ id: "G-000002", createdAt: "2026-11-23T10:00:00.000Z", until: "2026-11-23T11:00:00.000Z" }));
  expect(readdirSync(join(state, "grants"))).toEqual(["G-000002.json"]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { installedIn, type WiredAgent, wirings } from "@writ/adapters/wiring";
import { expect, it, onTestFinished } from "vitest";
import { codexHash, type TrustState, trustFindings, trustOf } from "./trust.ts";
import { findFiles } from "./wired-files.ts";

const root = "/repos/shop";

async function trust(agent: WiredAgent, files: Readonly<Record<string, string>>, env = {}): Promise<TrustState> {
  const home = mkdtempSync(join(tmpdir(), "writ-home-"));
  const repository = mkdtempSync(join(tmpdir(), "writ-trust-"));
  onTestFinished(() => {
    for (const folder of [home, repository]) rmSync(folder, { recursive: true, force: true });
  });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const wiring = wirings[agent];
  const [hooks] = wiring.files("team", { plugin: () => "" });
  if (hooks !== undefined) {
    mkdirSync(dirname(join(repository, hooks.path)), { recursive: true });
    writeFileSync(join(repository, hooks.path), hooks.wire(null));
  }
  const found = await findFiles(repository, wiring, { plugin: () => "" });
  return trustOf(wiring, { home, env, root, files: found });
}

const project = `[projects."${root}"]\ntrust_level = "trusted"\n`;
const [codexHooks] = wirings.codex.files("team", { plugin: () => "" });
/** What Codex notes once its hooks are trusted, by the name it has for the event. */
const hashes = new Map(
  installedIn(JSON.parse(codexHooks?.wire(null) ?? "")).hooks.map((one) => [
    (one.event ?? "").replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase(),
    codexHash(one),
  ]),
);
const every = [...hashes.keys()];
const hook = (event: string, more = "", hash = hashes.get(event)) =>
  `[hooks.state."${root}/.codex/hooks.json:${event}:0:0"]\ntrusted_hash = "${hash}"\n${more}`;
const earlier = "sha256:00";
const codexConfig = (text: string) => ({ ".codex/config.toml": text });
const folders = (rules: Record<string, string>) => ({ ".gemini/trustedFolders.json": JSON.stringify(rules) });

it.each<[string, WiredAgent, Record<string, string>, TrustState]>([
  ["nothing written down", "codex", {}, "untrusted"],
  ["the folder, but no hook", "codex", codexConfig(project), "untrusted"],
  ["the hooks, but not the folder", "codex", codexConfig(every.map((one) => hook(one)).join("")), "untrusted"],
  ["some of the hooks", "codex", codexConfig(project + hook("pre_tool_use")), "partly"],
  ["all of them", "codex", codexConfig(project + every.map((one) => hook(one)).join("")), "trusted"],
  ["an earlier form", "codex", codexConfig(project + every.map((one) => hook(one, "", earlier)).join("")), "changed"],
  [
    "an earlier form of one",
    "codex",
    codexConfig(project + every.map((one) => (one === "stop" ? hook(one, "", earlier) : hook(one))).join("")),
    "changed",
  ],
  ["an earlier form of the only one", "codex", codexConfig(project + hook("stop", "", earlier)), "changed"],
  [
    "one switched off",
    "codex",
    codexConfig(project + every.map((one) => hook(one, one === "stop" ? "enabled = false\n" : "")).join("")),
    "partly",
  ],
  ["a config nobody can read", "codex", codexConfig("[[["), "untrusted"],
  ["no folders", "copilot", {}, "untrusted"],
  ["another folder", "copilot", { ".copilot/config.json": '{ "trusted_folders": ["/repos/sho"] }' }, "untrusted"],
  ["this folder", "copilot", { ".copilot/config.json": `// theirs\n{ "trusted_folders": ["${root}"] }` }, "trusted"],
  ["a folder above", "copilot", { ".copilot/config.json": '{ "trustedFolders": ["/repos"] }' }, "trusted"],
  ["no rules", "gemini", {}, "untrusted"],
  ["this folder", "gemini", folders({ [root]: "TRUST_FOLDER" }), "trusted"],
  ["through its neighbour's parent", "gemini", folders({ "/repos/other": "TRUST_PARENT" }), "trusted"],
  ["the nearest rule", "gemini", folders({ "/repos": "TRUST_FOLDER", [root]: "DO_NOT_TRUST" }), "untrusted"],
  [
    "never asked",
    "gemini",
    { ".gemini/settings.json": '{ "security": { "folderTrust": { "enabled": false } } }' },
    "not needed",
  ],
  ["never asked by default", "qwen", {}, "not needed"],
  ["asked", "qwen", { ".qwen/settings.json": '{ "security": { "folderTrust": { "enabled": true } } }' }, "untrusted"],
  ["no step at all", "opencode", {}, "not needed"],
  ["hooks run without it", "claude-code", {}, "not needed"],
  ["nobody can tell", "cursor", {}, "unknown"],
])("%s: %s", async (_, agent, files, state) => {
  expect(await trust(agent, files)).toBe(state);
});

it("looks where the agent was told to keep its settings", async () => {
  const files = { "elsewhere/config.json": `{ "trusted_folders": ["${root}"] }` };
  const home = mkdtempSync(join(tmpdir(), "writ-copilot-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, "config.json"), files["elsewhere/config.json"]);
  expect(await trust("copilot", {}, { COPILOT_HOME: home })).toBe("trusted");
});

it("says what only the person can do, and must not be overlooked with Codex", () => {
  expect(trustFindings(wirings.codex, "untrusted", false)).toMatchObject([
    { level: "error", fix: expect.stringContaining("trust the hooks") },
  ]);
  expect(trustFindings(wirings.codex, "changed", true)).toMatchObject([
    {
      level: "error",
      message: expect.stringContaining("as they are now"),
      fix: expect.stringContaining("trust the hooks"),
    },
  ]);
  expect(trustFindings(wirings.copilot, "untrusted", false)).toMatchObject([{ level: "warning" }]);
  expect(trustFindings(wirings.cursor, "unknown", false)).toMatchObject([{ level: "note" }]);
  expect(trustFindings(wirings.gemini, "not needed", false)).toEqual([]);
  expect(trustFindings(wirings.codex, "untrusted", true)).toMatchObject([{ level: "note" }]);
});

import type { Shipped } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { wirings } from "../wirings.ts";
import { installedIn, readSettings } from "./installed.ts";

const shipped: Shipped = { plugin: () => "" };

describe("what is installed in a settings file", () => {
  const files = Object.values(wirings).flatMap(({ agent, files: of }) =>
    of("team", shipped).map((file) => ({ agent, file, name: `${agent} ${file.path}` })),
  );
  const settings = files.filter(({ file }) => file.purpose !== "plugin");

  it.each(settings)("finds what is wired: $name", ({ agent, file }) => {
    const { hooks, servers } = installedIn(readSettings(file.path, file.wire(null)));
    if (file.purpose.includes("hooks")) {
      expect(hooks.length).toBeGreaterThan(4);
      for (const { line, event } of hooks) expect(line).toContain(`writ.sh" ${agent} ${event} framed `);
      // Windsurf cannot be told how long to wait.
      if (agent !== "windsurf") expect(hooks.every(({ timeout }) => (timeout?.value ?? 0) >= 3)).toBe(true);
    } else expect(hooks).toEqual([]);
    expect(servers.map(({ command, isOff }) => [command, isOff])).toEqual(
      file.purpose.includes("MCP") ? [["sh", false]] : [],
    );
  });

  it("reads comments, a byte order mark, and lines people wrote by hand", () => {
    const text = `\uFEFF{ // mine\n "hooks": { "Stop": [{ "hooks": [{ "command": "npx writ hook claude-code Stop", "timeout": 5, }] }] } }`;
    expect(installedIn(readSettings(".claude/settings.json", text)).hooks).toEqual([
      { line: "npx writ hook claude-code Stop", event: "Stop", timeout: { name: "timeout", value: 5 } },
    ]);
  });

  it("tells a server that is switched off", () => {
    const text = `[mcp_servers.writ]\ncommand = "sh"\nargs = ["-c", "x"]\nenabled = false\n`;
    expect(installedIn(readSettings(".codex/config.toml", text)).servers).toEqual([
      { command: "sh", args: ["-c", "x"], env: {}, isOff: true },
    ]);
  });

  it.each(["[", "", "null", "[=", "3"])("finds nothing in %j", (text) => {
    for (const path of ["a.json", "a.toml"])
      expect(installedIn(readSettings(path, text))).toEqual({ hooks: [], servers: [] });
  });
});

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commands } from "../commands.ts";
import { completionScript, shells } from "./index.ts";
import { placesOf } from "./words.ts";

describe.each(shells)("completions for %s", (shell) => {
  it("know every command and every option", () => {
    const script = completionScript(shell, commands);
    for (const { path, words } of placesOf(commands)) {
      expect(script).toContain(path);
      for (const { word } of words) expect(script).toContain(word.replace(/^--/, ""));
    }
  });
});

describe.skipIf(process.platform === "win32")("in a real bash", () => {
  const complete = (...words: string[]) => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const script = `${completionScript("bash", commands)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _writ; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" }).trim().split("\n");
  };

  it.each<[string[], string[]]>([
    [["writ", "st"], ["status"]],
    [["writ", "uni"], ["uninstall"]],
    [["writ", "intent", "re"], ["reopen"]],
    [["writ", "intent", "add", "--sc"], ["--scope"]],
    [["writ", "intent", "add", "--name", "status", "--sc"], ["--scope"]],
    [["writ", "completions", "z"], ["zsh"]],
    [["writ", "log", "--int"], ["--intent"]],
  ])("%j completes to %j", (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

import { describe, expect, it } from "vitest";
import { gitConfigDigestText } from "./git-config.ts";

const before = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.org/a.git\n';

describe("git's config runs something", () => {
  it.each([
    ["[core]\n hooksPath = /tmp/evil"],
    ['[remote "origin"] uploadpack = /tmp/evil'],
    ['[submodule "x"] update = !evil'],
    ['[submodule "x"] update = "!evil"'],
    ['[submodule "x"]\n update = \\\n  !evil'],
    ['[branch "a"][core] hooksPath = /tmp/evil'],
    ['[branch "]"] remote = ext::sh'],
    ['[branch "a\\"]"] [core] hooksPath = /tmp/evil'],
    ["[user] name = x\n[core]hooksPath=/tmp/evil"],
    ['[remote "origin"]\n URL = "ext::sh -c evil"'],
    ['[remote "x"]\n url = hg::elsewhere'],
    ['[remote "x"]\n pushurl = --upload-pack=evil'],
    ['[branch "main"]\n mergeOptions = -s evil'],
    ['[lfs "customtransfer.x"]\n path = /tmp/evil'],
    ['[lfs "extension.x"] clean = evil'],
    ["[lfs]\n standaloneTransferAgent = evil"],
    ["[gc]\n recentObjectsHook = evil"],
    ["[alias] st = !evil"],
    ["[include] path = ../evil"],
    ["[user]\n name = x ; y\n[credential] helper = evil"],
    ['[user]\n name = "a # b"\n[filter "x"] smudge = evil'],
    ["[user]\n = broken"],
  ])("%j", (added) => {
    expect(gitConfigDigestText(`${before}${added}\n`)).not.toBe(gitConfigDigestText(before));
  });
});

describe("git's config is only kept", () => {
  it.each([
    ['[branch "feature/x"]\n\tremote = origin\n\tmerge = refs/heads/feature/x\n\tvscode-merge-base = origin/main'],
    [
      '[remote "fork"]\n\turl = git@example.org:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/fork/*\n\tgh-resolved = base',
    ],
    ['[remote "near"] url = ../library'],
    ['[submodule "lib"]\n\tactive = true\n\turl = ../lib\n\tupdate = rebase'],
    ['[user] name = "A ; B" # whoever'],
    ['[lfs "https://example.org/a.git/info/lfs"]\n\taccess = basic\n\tlocksverify = true'],
    ["[extensions]\n\tworktreeConfig = true\n[core]\n\tsparseCheckout = true"],
    ["# hooksPath = no\n; [core]"],
  ])("%j", (added) => {
    expect(gitConfigDigestText(`${before}${added}\n`)).toBe(gitConfigDigestText(before));
  });
});

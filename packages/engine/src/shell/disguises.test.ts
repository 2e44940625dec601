import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

const world = { runners: ["npm test"], cwd: "/ws", root: "/ws" };
const classOf = (text: string) => analyse(text, world).class;

/** Command lines that look harmless and are not, by what they abuse. Never run: only read. */
const disguises: Readonly<Record<string, readonly string[]>> = {
  "the letters of a shell's options": ["bash -cls 'rm -rf x'", 'bash "$x" -c ls', "bash script.sh -c ls"],
  "a function that is not there": [
    "(perl() { :; }); perl -e 'unlink 1'",
    "if false; then perl() { :; }; fi; perl -e 1",
    "false && perl() { :; }; perl -e 1",
    "perl() { :; } | cat; perl -e 1",
    "perl() { :; } & perl -e 1",
    "while false; do perl() { :; }; done; perl -e 1",
    "case x in y) perl() { :; };; esac; perl -e 1",
    "f() { perl() { :; }; }; perl -e 1",
    "echo $(perl() { :; }); perl -e 1",
    "(function ./evil.sh { :; }); ./evil.sh",
    "function ./evil.sh { :; }; ./evil.sh",
    "perl() { :; }; unset perl; perl -e 1",
    "f() { unset perl; }; perl() { :; }; f; perl -e 1",
    "perl() { :; }; command unset perl; perl -e 1",
    "perl() { :; }; command perl -e 1",
    "perl() { :; }; unset -f perl; perl -e 1",
  ],
  "where find -exec ends": [
    "find . -exec sed -n p + -f x \\;",
    "find . -exec rm x + {} \\;",
    "find . -exec grep x {} y + -delete",
    'find . -exec echo "$x" -delete \\;',
    "find . -exec echo {} $x \\;",
    "find . -files0-from x -unknown",
    "find . -execdir cp a src/auth/b \\;",
    "find . -execdir git status \\;",
  ],
  "a folder that is not the one it seems": [
    "! cd src && cp a b",
    "! { cd src; } && cp a b",
    "if true; then command cd src; fi; cp a b",
    "for x in a; do builtin cd src; done; cp a b",
    "f() { command cd src; }; f; cp a b",
    "f() { cd src; }; cd /ws/lib && f && cp a b",
    "cd /ws/src || true && cp a b",
    "if cd /ws/src; then :; else cp a b; fi",
    "cd lib && false && cd /ws; cp a b",
    "cd /ws && { cd lib && false && cd /ws; }; cp a b",
    "ls | cd src; cp a b",
    "f() { cd src; }; if true; then f; fi; cp a b",
    "f() { cd src; }; g() { f; }; cd /ws/lib && g && cp a b",
    "f() { :; }; for x in 1 2; do f; cp a b; f() { cd src; }; done",
    "cd src && cp a b & cd lib; cp a b",
    "c''d src; cp a b",
  ],
  "names that are evaluated": [
    "wait -p 'a[$(id)]'",
    "wait -fp PATH",
    "wait $x",
    "a=([x]=1)",
    "a=([$(id)]=1)",
    "a=([x y]=1)",
    'export "G$y"',
    'export "G$y=1"',
    'read "P$y"',
    'readonly "P$y"',
    "read 'a[x]'",
    "unset 'a[x]'",
    "export A=$x",
    "printf '%n' PATH",
    "printf 'abc%5ln' PATH",
    "printf '%*n' 3 PATH",
    ": {PATH}</dev/null",
    "ls {BASH_ENV}>/dev/null",
    "cat {PATH}<<<x",
    "declare 'a[x]=1'",
    "let 'a[x]=1'",
    "mapfile -C 'rm x' a",
    "[[ -v a ]]",
  ],
  "a line that goes on": [
    "$\\\nx y",
    "echo $\\\nx",
    "echo $\\\n(rm x)",
    "ls $\\\n{x}",
    "git log $\\\nx",
    "l\\\ns",
    "cat <\\\n(rm x)",
  ],
  "git verbs that read": [
    "git shortlog --output=x",
    "git rev-list --output=x HEAD",
    "git blame --output=x a",
    "git log --output=x",
    "git log --outpu=x",
    "git log --ext-diff -p",
    "git show --textconv",
    "git diff --textconv",
    "git log --future-option",
    "git grep -nO foo",
    "git grep --open-files-in-pager foo",
    "git cat-file --filters HEAD:a",
    "git status --future",
    'git log "$x"',
    "git -C sub status",
    "git -C sub diff",
    "git -C ./x/.. status",
    "git remote -v update",
    "git remote -v prune origin",
    "git remote update",
    "git tag --sort=x foo",
    "git tag -n foo",
    "git branch -v foo",
    "git branch --sort=x foo",
    "git branch -i foo",
    "git reflog -5 delete HEAD@{1}",
  ],
  "options nobody listed": [
    "yq -Pi .a=1 x.yaml",
    "yq --inplac .a=1 x.yaml",
    "yq -s .a x.yaml",
    "yq eval --split-exp-file f .a x.yaml",
    "sort --future=x a",
    "rg --future=sh x",
    "rg --hostname-bin=x y",
    "tree --output=x",
    "jq --future x",
    "fd --future x",
    "file --future x",
    "base64 --future x",
    "xxd -future a",
    "hostname --file=x",
    "uniq --future",
  ],
  "words that become other words": [
    "timeout -k $x 5 ls",
    "timeout -s $x 5 ls",
    "nice -n $x ls",
    "xargs -n $x ls",
    "xargs -I $x ls",
  ],
  "project files that choose the program": [
    "npx -y writ status",
    "npx writ status",
    "npx writ@latest status",
    "npx --no-install writ@latest status",
    "npx --offline writ status",
    "npx --no writ@0.0.1 intent select INT-1",
    "pnpm exec writ status",
    "node_modules/.bin/writ status",
    "./node_modules/.bin/writ status",
    "node node_modules/writ/bin/writ.cjs status",
    "/ws/node_modules/.bin/writ status",
    "node writ status",
    "tsc -p x --noEmit",
    "tsc --noEmit --project x",
    "cd src && tsc --noEmit",
    "cargo --version",
    "rustc --version",
    "go --version",
    "yarn --version",
    "pnpm --version",
  ],
  "what only another shell or locale knows": [
    "path=(/evil); ls",
    "fpath=x ls",
    "for path in a; do ls; done",
    "cdpath=/x; ls",
    "module_path=/x; ls",
    "TEXTDOMAINDIR=. ls",
    "TEXTDOMAIN=x ls",
    "LANGUAGE=x ls",
    "NULLCMD=sh ls",
    "ls !(a)",
    "ls *(e:'rm x':)",
    'cd $"src" && cp a b',
    '$"ls"',
    'git $"status"',
    "nohup ls",
  ],
};

describe.each(Object.entries(disguises))("%s", (_, texts) => {
  it.each(texts)("is not taken for harmless: %j", (text) => {
    expect(["runs", "opaque", "risky"]).toContain(classOf(text));
  });
});

/** `runs` is a milder answer than `opaque`: only these may have it. */
it.each(Object.values(disguises).flat())("is opaque unless it runs the project's own: %j", (text) => {
  const runs =
    /^(cd src && )?tsc |^(cargo|rustc|go|yarn|pnpm) --version$|^(npx |(\.\/)?node_modules\/\.bin\/)writ status$/;
  expect(classOf(text) === "runs").toBe(runs.test(text));
});

describe("what the same words do without the disguise", () => {
  it.each([
    ["bash -l -c 'ls'", "safe"],
    ["sh -ce 'rm x' y", "changes"],
    ["bash -c -l 'rm x'", "changes"],
    ["bash -c +x 'rm x'", "changes"],
    ["bash -c -- 'rm x'", "changes"],
    ["bash -O extglob -c ls", "safe"],
    ["find . -fprint out", "changes"],
    ["find . -okdir ls \\;", "runs"],
    ["bash -lc 'ls' name arg", "safe"],
    ["f() { ls; }; f", "safe"],
    ["f() { ls; } && f && f", "safe"],
    ["f() { ls; }; g() { f; }; g; git status", "safe"],
    ["f() { ls; }; (f); echo $(f)", "safe"],
    ["find . -type f -mtime -1 -size +10k -not -path './x/*' -print0", "safe"],
    ["find . -perm -644 -o -perm /u+x", "safe"],
    ["find . -exec grep -l x {} \\;", "safe"],
    ["find . -execdir grep -l x {} +", "runs"],
    ["cd src && ls", "safe"],
    ["cd src && cp a b", "changes"],
    ["if true; then ls; fi; cp a b", "changes"],
    ["wait; wait -n; wait 12; wait %1", "safe"],
    ["a=(x y [2]=z); ls", "safe"],
    ['a=("$' + '{b[@]}"); ls', "safe"],
    ["export A=1 B='x y'", "safe"],
    ['export A="$x"', "safe"],
    ["printf '%s %d%%\\n' a 1", "safe"],
    ["exec_fd=3; ls {fd}</dev/null", "safe"],
    ["ls -l \\\n  src", "safe"],
    ["git log --oneline -5 --graph --decorate=short --since='1 week' -S foo -- src", "safe"],
    ["git log -p -n 3 --format='%h %s' --author=x --stat", "safe"],
    ["git diff --name-only --cached HEAD~1..HEAD -U5", "safe"],
    ["git show --stat HEAD:src/a.ts", "safe"],
    ["git status --short --branch -uno", "safe"],
    ["git status --porcelain=v2", "safe"],
    ["git rev-parse --show-toplevel --abbrev-ref HEAD", "safe"],
    ["git ls-files -o --exclude-standard", "safe"],
    ["git blame -L 1,5 -w a.ts", "safe"],
    ["git grep -n -i -e foo -- src", "safe"],
    ["git -C . status", "safe"],
    ["git -C /ws status", "safe"],
    ["git remote -v", "safe"],
    ["git remote get-url origin", "safe"],
    ["git branch -a -vv", "safe"],
    ["git branch --list 'x*'", "safe"],
    ["git branch --contains HEAD", "safe"],
    ["git branch --show-current", "safe"],
    ["git tag -l 'v*' --sort=-version:refname", "safe"],
    ["git tag", "safe"],
    ["git reflog -5", "safe"],
    ["git reflog show HEAD -n 3", "safe"],
    ["git stash list", "safe"],
    ["sort -t: -k2,2n -u a", "safe"],
    ["rg -n --hidden -g '!x' -t ts -C3 foo src", "safe"],
    ["jq -r --arg a b '.x' f", "safe"],
    ["yq -o=json eval .a x.yaml", "safe"],
    ["tree -L 2 -I node_modules --dirsfirst", "safe"],
    ["npx --no-install writ status", "safe"],
    ["npx --no writ intent list", "safe"],
    ["/usr/local/bin/writ status", "safe"],
    ["tsc --noEmit", "runs"],
    ["tsc --noEmit -p x", "runs"],
    ["node --version; npm --version; python3 --version", "safe"],
    ["LC_ALL=C sort a", "safe"],
  ])("%j: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });
});

describe("a copy or move whose target may be a folder", () => {
  const effectsOf = (text: string) =>
    analyse(text, world).effects.map(({ op, path, from, ifFolder }) =>
      [op, from, path, ifFolder === true ? "?" : ""].filter(Boolean).join(" "),
    );

  it.each([
    ["cp x/a b", ["modify b", "modify b/a ?"]],
    ["cp x/a b/", ["modify b/a"]],
    ["cp x/a .", ["modify ./a"]],
    ["cp -rT x b", ["modify b"]],
    ["cp -aT x/ b/", ["modify b/"]],
    ["cp x/a y/b dir", ["modify dir/a", "modify dir/b"]],
    ["mv x/a b", ["rename x/a b", "rename x/a b/a ?"]],
    ["mv x/a b/", ["rename x/a b/", "rename x/a b/a ?"]],
    ["git mv x/a b", ["rename x/a b", "rename x/a b/a ?"]],
    ["cd s && mv a b", ["rename s/a s/b", "rename s/a s/b/a ?"]],
  ])("%s names both places it may end up in", (text, expected) => {
    expect(effectsOf(text)).toEqual(expected);
  });

  it.each(["cp .. b", "cp x/.. b", "mv / b"])("%s has no name in it", (text) => {
    expect(classOf(text)).toBe("opaque");
  });
});

describe("what only some shells take for a test, a number or a text", () => {
  it.each([
    "[[ x > src/a.ts ]]",
    "[[ -f x || reboot ]]",
    "[[ a = b && $x ]]",
    "(( 1 > 2 ))",
    "reboot=1; ((reboot))",
    "ls &>/dev/null rm -rf src",
    "x=sh; x+=uf; $x evil.txt",
    "echo $'a\\'\nrm -rf src #\\''",
  ])("%j is not safe, because a plain sh runs or writes more", (text) => {
    expect(classOf(text)).toBe("runs");
  });

  it.each([
    "[[ -f a && ! -n $b ]] && ls",
    "[[ $x == a* ]] && ls",
    "command -v node &>/dev/null && ls",
    "grep $'\\t' a",
    "echo $((1 > 2))",
    'echo "$' + "{x//$'\\r'/'%0D'}\"",
    "bash -c '[[ a < b ]]'",
  ])("%j is safe", (text) => {
    expect(classOf(text)).toBe("safe");
  });
});

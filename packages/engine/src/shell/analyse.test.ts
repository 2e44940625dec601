import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { writIntentSelect } from "./wrappers/intent-select.ts";

const world = { runners: ["npm test", "npm run build", "./gradlew check", "python3 -m pytest"] };
const classOf = (text: string) => analyse(text, world).class;
const effectsOf = (text: string) =>
  analyse(text, world)
    .effects.filter(({ op }) => op !== "exec")
    .map(({ op, path, from }) => (from === undefined ? `${op} ${path}` : `${op} ${from} -> ${path}`));

describe("the class of a command line", () => {
  it.each([
    ["", "safe"],
    ["ls -la && git status | head -5; pwd", "safe"],
    ['for f in src/*.ts; do wc -l "$f"; done', "safe"],
    ['while read -r line; do echo "$line"; done < a.txt', "safe"],
    ['if [ -f a.ts ]; then cat a.ts; else echo "none: $x"; fi', "safe"],
    ["if [[ $a == b* && -n $c ]]; then ls; fi", "safe"],
    ["case $x in a|b) ls;; *) pwd;; esac", "safe"],
    ['f() { cat "$1"; }; f a.ts', "safe"],
    ["cat <<'EOF'\n$(rm -rf /)\nEOF", "safe"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's
    ["echo $((1 + 2)) ${x:-y} ${x##*/} ${#x}", "safe"],
    ["find . -name '*.ts' -exec grep -l foo {} +", "safe"],
    ["find . -name '*.ts' | xargs -0 grep -n foo", "safe"],
    ["timeout 5 ls; nice -n 5 ls; command -v node; env NO_COLOR=1 ls", "safe"],
    ["bash -lc 'ls && pwd'", "safe"],
    ["sed -n '1,5p;$p' a; sed s/a/b/ a", "safe"],
    ["sed 's|a|b|g' a; sed -E 's/(a|b)+/[&]/g' a", "runs"],
    ["ls &", "safe"],
    ["npm test -- --run src/a.test.ts", "runs"],
    ["npm test -- src/*.test.ts 2>&1 | tail -20", "runs"],
    ["./gradlew check", "runs"],
    ["python3 -m pytest -q", "runs"],
    ["cd packages/engine && npm test", "runs"],
    ["git add -A && git commit -m \"$(cat <<'EOF'\nfix: rm -rf\nEOF\n)\"", "runs"],
    ["cd packages/engine && git status", "runs"],
    ["echo x > a.txt", "changes"],
    ["npm testx", "opaque"],
    ["npm test -- $(cat x)", "opaque"],
    ["npm test --prefix ../other", "opaque"],
    ["npm test &", "runs"],
    ["cd .. && npm test", "opaque"],
    ["cd /elsewhere && git status", "opaque"],
    ["git -C /elsewhere status", "opaque"],
    ["echo x > a.txt &", "changes"],
    ["npm run build || ./deploy.sh", "opaque"],
    ["$x", "opaque"],
    ["./ls", "opaque"],
    ["src/bin/ls", "opaque"],
    ["sed 's/a/b/w out' a", "opaque"],
    ["sed 's/a/id/e' a", "opaque"],
    ["sed -n '/[/]w x/p' a", "opaque"],
    ["sed -f prog a", "opaque"],
    ["sed -i.bak s/a/b/ a.ts", "changes"],
    ["echo $((a[1]))", "opaque"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's
    ["echo ${!x} ", "opaque"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's
    ["echo ${x@P}", "opaque"],
    ["[[ $x -eq 1 ]]", "opaque"],
    ["for PATH in a; do ls; done", "opaque"],
    ["export PATH=/x:$PATH", "opaque"],
    ["GIT_PAGER=sh git log", "opaque"],
    ["ls() { cat; }; ls", "opaque"],
    ["coproc ls", "opaque"],
    ["cat < /dev/tcp/127.0.0.1/80", "opaque"],
    ["cat <<EOF\nno end", "opaque"],
    ["find . -exec sh -c 'echo {}' \\;", "opaque"],
    ["ls | xargs -I{} sh -c 'echo {}'", "opaque"],
    ["find . $x", "opaque"],
    ["git log --output x", "opaque"],
    ["git branch -a -D main", "risky"],
    ["git stash show --output=x", "risky"],
    ["git config --get x --add", "risky"],
    ["git commit --no-verify -m x", "risky"],
    ["git checkout -b x origin/main", "risky"],
    ["true || cd a && rm b", "risky"],
    ["sudo ls", "risky"],
    ["ln -s /etc/passwd a", "changes"],
    ["rm -r build", "risky"],
  ])("%s: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it("is opaque for what cannot be read at all", () => {
    expect(classOf(`ls ${"a".repeat(200_000)}`)).toBe("opaque");
    expect(classOf("ls \u202e")).toBe("opaque");
    expect(classOf("ls \u001b[2J")).toBe("opaque");
    expect(classOf(`${"env ".repeat(12)}ls`)).toBe("opaque");
    expect(classOf("(".repeat(3_000))).toBe("opaque");
  });

  it("tells why, and what it starts", () => {
    const found = analyse("ls | foo; foo --bar", world);
    expect(found.programs).toEqual(["ls", "foo"]);
    expect(found.reasons).toEqual(["what foo does is not known"]);
  });
});

describe("the files a command line changes", () => {
  it.each([
    ["echo x > a; echo y >> b 2> c", ["modify a", "modify b", "modify c"]],
    ["ls > /dev/null 2>&1", []],
    ["{ ls; pwd; } > a", ["modify a"]],
    ["if true; then ls; fi > a", ["modify a"]],
    ["ls | tee a b", ["modify a", "modify b"]],
    ["cp a b", ["modify b", "modify b/a"]],
    ["cp x/a y/b dir", ["modify dir/a", "modify dir/b"]],
    ["cp a dir/", ["modify dir/a"]],
    ["mv a b", ["rename a -> b", "rename a -> b/a"]],
    ["git mv a b", ["rename a -> b", "rename a -> b/a"]],
    ["rm -f a 'b c'", ["delete a", "delete b c"]],
    ["mkdir -p a/b && touch a/b/c", ["create a/b", "modify a/b/c"]],
    ["cd sub && echo x > a", ["modify sub/a"]],
    ["cd sub && cd deep && echo x > a", ["modify sub/deep/a"]],
    ["(cd sub && touch a); touch b", ["modify sub/a", "modify b"]],
    ["cd /abs && touch a", ["modify /abs/a"]],
    ["sed -i s/a/b/ x.ts y.ts", ["modify x.ts", "modify y.ts"]],
    ['echo "$(touch a)"', ["modify a"]],
    ["cat <<EOF > a\nx\nEOF", ["modify a"]],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Delete File: c\n*** End Patch\nEOF",
      ["rename a -> b", "delete c"],
    ],
  ])("%s", (text, expected) => {
    expect(effectsOf(text)).toEqual(expected);
  });

  it.each([
    "echo x > $f",
    "echo x > *.ts",
    "cd $d && touch a",
    "cd a; touch b",
    "cd a || true; touch b",
    "command cd a && touch b",
    "if cd a; then touch b; fi",
    "cp $a b",
    "touch {a,'b c'}",
    "mkdir",
  ])("cannot be named: %s", (text) => {
    expect(classOf(text)).toBe("opaque");
  });
});

describe("the writ command", () => {
  it.each([
    ["writ status", "safe"],
    ["npx --no writ intent list --json", "safe"],
    ["npx --no-install writ log", "safe"],
    ["/usr/bin/writ why a.ts:3", "safe"],
    ["writ intent select INT-1", "safe"],
    ["writ hooks list --json", "safe"],
    ["writ hooks register --environment ci", "safe"],
    ["npx --no-install writ hooks validate .system/hooks/a.yaml", "safe"],
    ["./writ hooks list", "opaque"],
    ["src/auth/writ status", "opaque"],
    ["npx --package=evil writ status", "opaque"],
    ["node --require ./x.js node_modules/.bin/writ status", "opaque"],
    ["npm run writ status", "opaque"],
  ])("%s: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it.each([
    ["writ approve T-1", "approve"],
    ["npx writ intent add --id X", "intent add"],
    ["node x/y/writ.cjs pause 30m", "pause"],
    ["env FOO=1 writ trust", "trust"],
    ["bash -c 'writ approve T-1'", "approve"],
    ["echo T-1 | xargs writ approve", "approve"],
    ["writ --json approve T-1", "approve"],
    ["writ verify --repair", "verify"],
    ["writ intent select INT-1 --session other", "intent select"],
    ["writ $verb", "unknown"],
    ["setsid writ approve T-1", "approve"],
    ["node -e \"require('child_process').execSync('npx writ approve T-1')\"", "approve"],
    ["python3 -c \"import subprocess; subprocess.run(['writ', 'intent', 'accept', 'P-1'])\"", "intent accept"],
    ["writ hooks run SessionStop", "hooks run"],
    ["writ hooks --json run SessionStop", "hooks run"],
    ["npx writ hooks scaffold x --event SessionStop", "hooks scaffold"],
    ["node packages/cli/bin/writ.cjs hooks test", "hooks test"],
    ["writ hooks $verb", "unknown"],
    ["writ hooks", "unknown"],
    ["sh -c 'cd x && writ hooks test'", "hooks test"],
    ["node -e \"spawnSync('writ', ['hooks', 'run', 'SessionStop'])\"", "hooks run"],
    ["writ trust --hook x --yes", "trust"],
    ["writ hooks list --yes", "hooks list"],
    ["writ followups run 1", "followups"],
    ["env X=1 npx writ followups list", "followups"],
    ["perl -e 'exec qw(writ followups run 1)'", "followups"],
  ])("%s is a person's", (text, verb) => {
    const found = analyse(text, world);
    expect(found.class).toBe("risky");
    expect(found.reasons).toContain(`person-only:${verb}`);
  });

  it("is only data in a message", () => {
    expect(classOf("git commit -m 'document writ approve'")).toBe("runs");
    expect(classOf("grep -rn 'writ approve' docs")).toBe("safe");
  });

  it.each([
    ["writ intent select INT-001", "INT-001"],
    ["npx --no-install writ intent select INT-001 --json", "INT-001"],
    ["npx writ intent select INT-001", null],
    ["node_modules/.bin/writ intent select INT-001", null],
    ["'writ' intent select \"INT-001\"", "INT-001"],
    ["writ intent select INT-001 && ls", null],
    ["writ intent select INT-001 > a", null],
    ["writ intent select", null],
    ["writ intent select $X", null],
    ["X=1 writ intent select INT-001", null],
    ["./writ intent select INT-001", null],
    ["writ intent select INT-001 &", null],
    ["echo writ intent select INT-001", null],
  ])("%s takes up %s", (text, id) => {
    expect(writIntentSelect(text)).toBe(id);
  });
});

describe("where a command runs", () => {
  const at = (cwd: string, text: string) => analyse(text, { ...world, cwd, root: "/ws" }).class;

  it.each([
    ["/ws", "git status", "safe"],
    ["/ws/sub", "git status", "runs"],
    ["/other", "git status", "opaque"],
    ["/ws", "cd /ws && git status", "safe"],
    ["/ws", "cd /ws/sub && npm test", "runs"],
    ["/ws", "cd /wsx && npm test", "opaque"],
    ["/ws/sub", "npm test", "runs"],
    ["/other", "npm test", "opaque"],
  ])("in %s, %s: %s", (cwd, text, expected) => {
    expect(at(cwd, text)).toBe(expected);
  });
});

describe("any text", () => {
  const words = fc.constantFrom(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's
    ..."rm -rf ls cat $x $(ls) `ls` > >> < | || && ; & ( ) { } ' \" \\ * ? [ ] [[ ]] ~ = a.ts src/a cd .. if then fi for do done case esac <<EOF\nEOF\n # ! $(( )) ${ ${x} function f() EOF".split(
      " ",
    ),
  );
  const texts = fc.array(words, { maxLength: 20 }).map((parts) => parts.join(" "));

  it("is analysed without a throw, and the same way twice", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string(), fc.string({ unit: "binary" })), (text) => {
        expect(analyse(text, world)).toEqual(analyse(text, world));
      }),
    );
  });

  it("that holds a destructive command is never safe, whatever stands around it", () => {
    // Without quotes, here-documents and line continuations, in which a command is only text.
    const open = texts.filter((text) => !/['"`\\]|<<|\$\{ /.test(text));
    fc.assert(
      fc.property(open, open, (before, after) => {
        expect(classOf(`${before}\nrm -rf /ws\n${after}`)).not.toBe("safe");
      }),
    );
  });

  it("that is safe names no effect", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = analyse(text, world);
        expect(found.class === "safe" && found.effects.length > 0).toBe(false);
      }),
    );
  });
});

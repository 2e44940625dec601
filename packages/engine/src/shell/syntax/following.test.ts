// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's

import { describe, expect, it } from "vitest";
import { analyse } from "../analyse.ts";

const world = { runners: ["npm test", "npm run dev"], cwd: "/ws", root: "/ws" };
const classOf = (text: string) => analyse(text, world).class;
const effectsOf = (text: string) =>
  analyse(text, world)
    .effects.filter(({ op, ifFolder }) => op !== "exec" && ifFolder !== true)
    .map(({ op, path, within }) => `${op} ${path}${within === true ? "/…" : ""}`);

describe("a variable is followed where it can be", () => {
  it.each([
    ["d=src/auth; rm $d/x.ts", ["delete src/auth/x.ts"]],
    ["a=src b=auth; touch $a/$b/x", ["modify src/auth/x"]],
    ["a=src; a+=/auth; touch $a/x", ["modify src/auth/x"]],
    ['export D=src/auth; touch "$D/x"', ["modify src/auth/x"]],
    ["f=src/auth/a.ts; cp x ${f%.ts}.bak", ["modify src/auth/a.bak"]],
    ["f=src/auth/a.ts; touch ${f##*/} ${f#src/}", ["modify a.ts", "modify auth/a.ts"]],
    ["f=a-b; touch ${f/-/_} ${f^^} ${f:0:1} ${#f}", ["modify a_b", "modify A-B", "modify a", "modify 3"]],
    ["x=; touch ${x:-src/auth/y} src/${x}z", ["modify src/auth/y", "modify src/z"]],
    ["x='a b'; rm $x; rm \"$x\"", ["delete a", "delete b", "delete a b"]],
    ['touch "$HOME/x"', ["modify ~/x"]],
    ["touch '~/x'", ["modify ./~/x"]],
    ["cd sub && touch $PWD/x", ["modify /ws/sub/x"]],
    ["d=$(pwd); touch $d/x", ["modify /ws/x"]],
    ['touch $(echo a b) "$(printf c)"', ["modify a", "modify b", "modify c"]],
    ["for f in a b c; do rm src/$f.ts; done", ["delete src/a.ts", "delete src/b.ts", "delete src/c.ts"]],
    ['for f in src/auth/*.ts; do sed -i s/a/b/ "$f"; done', ["modify src/auth/…"]],
    ["for i in {1..2}; do echo $i > a$i; done", ["modify a1", "modify a2"]],
    ["d=a; (d=b; touch $d/x); touch $d/y", ["modify b/x", "modify a/y"]],
    ['x=src/auth/a; eval "touch $x"', ["modify src/auth/a"]],
    ["x='*'; rm src/auth/$x", ["delete src/auth/…"]],
  ])("%s", (text, expected) => {
    expect(effectsOf(text)).toEqual(expected);
    expect(classOf(text)).toBe("changes");
  });

  it.each([
    ["k=rm; $k -rf x", "risky"],
    ["k='rm -rf'; $k x", "risky"],
    ["x=xrm; ${x#x} -rf /ws", "risky"],
    ["\"$(which bash)\" -c 'rm -rf x'", "risky"],
    ["$SHELL -c 'rm -rf x'", "risky"],
    ["c=ls; $c -la", "safe"],
  ])("as a program: %s: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it.each([
    "if true; then d=a; fi; touch $d/x",
    "d=a; if true; then d=b; fi; touch $d/x",
    "d=a; true && d=b; touch $d/x",
    "d=a; true || d=b; touch $d/x",
    "d=a || d=b && touch $d/x",
    "d=a; d=b | cat; touch $d/x",
    "d=a; for x in 1 2; do touch $d/x; d=b; done",
    "d=a; while true; do touch $d/x; d=b; done",
    "f() { d=b; }; d=a; f; touch $d/x",
    "f() { :; }; for x in 1 2; do d=a; f; touch $d/x; f() { d=b; }; done",
    "f() { touch $d/x; }; d=a; f",
    "d=a; read d; touch $d/x",
    "d=a; read -r d < f; touch $d/x",
    "d=a; unset d; touch $d/x",
    "d=a; command read d; touch $d/x",
    "r=read; d=a; $r d; touch $d/x",
    "d=(a b); touch $d/x",
    "d=a; d[1]=b; touch ${d[1]}/x",
    "d=a; : {d}>/dev/null; touch $d/x",
    "readonly d=a\nd=b\ntouch $d/x",
    "d=a touch $d/x",
    "d=a : ; touch $d/x",
    "_=a; touch $_/x",
    "touch ${d:-a}/x",
    "for f in *.ts; do touch $f.bak; done",
    "for f in $list; do touch $f; done",
    "d=a; eval 'd=b'; touch $d/x",
    "d=a; source x; touch $d/x",
    "c=cd; $c src && touch a",
    "c=cd; if true; then $c src; fi; touch a",
    "touch src/*/../../x",
    "touch src/.*",
  ])("and not where it cannot: %s", (text) => {
    expect(["opaque", "risky"]).toContain(classOf(text));
  });
});

describe("numbers", () => {
  it.each([
    ["i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done", "safe"],
    ["for ((i=0;i<3;i++)); do echo $i; done", "safe"],
    ["n=5; echo $(( n > 3 )) && ls", "safe"],
    // A plain sh would run `n` and write a file `3`.
    ["n=5; (( n > 3 )) && ls", "runs"],
    ["echo $((x+1))", "opaque"],
    ["i=$x; echo $((i+1))", "opaque"],
    ["i=0; read i; echo $((i+1))", "opaque"],
    ["i=0; if true; then i=$x; fi; echo $((i+1))", "opaque"],
  ])("%s: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });
});

describe("braces", () => {
  it.each([
    ["touch {a,b}.ts", ["modify a.ts", "modify b.ts"]],
    ["touch a{b,c{d,e}}", ["modify ab", "modify acd", "modify ace"]],
    ["touch {3..1} {a..c..2}", null],
    ["touch x{1..3}", ["modify x1", "modify x2", "modify x3"]],
    ["touch {1..100000}", null],
    ["touch {a,$x}", null],
  ])("%s", (text, expected) => {
    if (expected === null) expect(classOf(text)).toBe("opaque");
    else expect(effectsOf(text)).toEqual(expected);
  });
});

describe("what goes on", () => {
  it.each([
    ["npm run dev &", "runs", true],
    ["nohup npm run dev > /tmp/x.log 2>&1 &", "runs", true],
    ["setsid npm test", "runs", true],
    ["(sleep 1; npm test) &", "runs", true],
    ["echo x > a &", "changes", true],
    ["sleep 1 &", "safe", undefined],
    ["npm test", "runs", undefined],
    ["tmux new -d 'npm test'", "runs", true],
  ])("%s", (text, expected, goesOn) => {
    const found = analyse(text, world);
    expect([found.class, found.goesOn]).toEqual([expected, goesOn]);
  });
});

describe("the scripts it runs", () => {
  it.each([
    ["bash x.sh", ["x.sh"]],
    ["bash -- x.sh a", ["x.sh"]],
    ["./x.sh a", ["./x.sh"]],
    ["cd sub && ./x.sh", ["sub/./x.sh"]],
    ["sh < x.sh", ["x.sh"]],
    ["source x.sh", ["x.sh"]],
    [". ./x.sh", ["./x.sh"]],
    ["python3 x.py", ["x.py"]],
    ["node x.js", ["x.js"]],
    ["timeout 5 bash x.sh", ["x.sh"]],
    ["sudo ./x.sh", ["./x.sh"]],
    ["f=x.sh; bash $f", ["x.sh"]],
    ["bash -c 'bash y.sh'", ["y.sh"]],
    ["ls", undefined],
  ])("%s", (text, expected) => {
    expect(analyse(text, world).scripts).toEqual(expected);
  });
});

describe("what cannot be read as it looks is opaque, and still named", () => {
  it.each([
    ["r\\\nm -rf /ws", "risky"],
    ["ls # x \\\nrm -rf /ws", "risky"],
    ["echo ok\r\nrm -rf /ws", "risky"],
    ["r\u200bm -rf /ws", "risky"],
    ["ls \u202e", "opaque"],
    [`${"ls; ".repeat(2000)}rm -rf x`, "opaque"],
    [`writ approve T-1; ls ${"a ".repeat(40_000)}`, "risky"],
  ])("%j: %s", (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it("a long here-document is plain text", () => {
    expect(classOf(`cat > src/a.ts <<'EOF'\n${"if (a) { b(`$x`); }\n".repeat(3000)}EOF`)).toBe("changes");
  });
});

describe("the tree", () => {
  it("tells what stands inside of what, when asked", () => {
    const { tree } = analyse("ls | timeout 5 bash -c 'rm -rf x'", world, "", { tree: true });
    const shown = (node: NonNullable<typeof tree>): unknown => [
      node.kind,
      node.text,
      node.class,
      ...node.children.map(shown),
    ];
    expect(tree === undefined ? null : shown(tree)).toEqual([
      "line",
      undefined,
      "risky",
      [
        "pipeline",
        undefined,
        "risky",
        ["command", "ls", "safe"],
        [
          "command",
          "timeout 5 bash -c 'rm -rf x'",
          "risky",
          ["inner", "bash -c 'rm -rf x'", "risky", ["script", undefined, "risky", ["command", "rm -rf x", "risky"]]],
        ],
      ],
    ]);
    expect(analyse("ls", world).tree).toBeUndefined();
  });
});

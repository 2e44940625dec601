import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globProblem, matchesAny, matchingPattern, ownerOf, treeOwnerOf } from "./globs.ts";

describe("ownerOf", () => {
  it.each([
    ["src/auth/**", "src/auth/a.ts", true],
    ["src/auth/**", "src/auth/deep/er/a.ts", true],
    ["src/auth/**", "src/auth/.hidden/a.ts", true],
    ["src/auth/**", "src/auth", true],
    ["src/auth/**", "src/authz/a.ts", false],
    ["src/auth/**", "x/src/auth/a.ts", false],
    ["src/auth/*", "src/auth/a.ts", true],
    ["src/auth/*", "src/auth/b/a.ts", false],
    ["src/auth/*.ts", "src/auth/a.tsx", false],
    ["src/*/index.ts", "src/a/index.ts", true],
    ["src/a?.ts", "src/ab.ts", true],
    ["src/a?.ts", "src/a.ts", false],
    ["src/{auth,login}/**", "src/login/a.ts", true],
    ["src/{auth,login}", "src/login/a.ts", true],
    ["src/{auth,login}/*.ts", "src/other/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "a/b.ts", true],
    ["**", "a/.b/c", true],
    ["src/[ab].ts", "src/a.ts", true],
    ["src/[!ab].ts", "src/c.ts", true],
    ["src/[!ab].ts", "src/a.ts", false],
    ["src/auth", "src/auth", true],
    ["src/auth", "src/auth/a/b.ts", true],
    ["src/auth/", "src/auth/a/b.ts", true],
    ["packages/*/src/", "packages/a/src/b/c.ts", true],
    ["packages/*/src", "packages/a/src/b/c.ts", true],
    ["src/jwt.ts", "src/jwt.ts", true],
    ["src/jwt.ts", "src/jwt.ts.bak", false],
    ["./src/auth/**", "src/auth/a.ts", true],
    ["src//auth/**", "src/auth/a.ts", true],
    ["SRC/**", "src/a.ts", false],
    ["app/[id]/page.tsx", "app/[id]/page.tsx", true],
    ["app/[...slug]/**", "app/[...slug]/page.tsx", true],
    ["app/(group)/**", "app/(group)/page.tsx", true],
    ["app/(group)/**", "app/group/page.tsx", false],
    ["app/(group)/*.tsx", "app/group/page.tsx", false],
    ["app/(group)/*.tsx", "app/(group)/page.tsx", true],
    ["routes/+*.svelte", "routes/+page.svelte", true],
    ["routes/$id.tsx", "routes/$id.tsx", true],
    ["src/caf\u00e9/**", "src/cafe\u0301/a.ts", true],
    [".", "a/b.ts", true],
    ["**", ".", false],
    ["**", "", false],
    ["**", "../a", false],
    ["**", "/etc/passwd", false],
    ["**", "a/../../b", false],
    ["/src/**", "src/a.ts", false],
    ["../ws/src/**", "src/a.ts", false],
    ["src/../lib/**", "lib/a.ts", false],
    ["~/src/**", "src/a.ts", false],
    ["src\\auth\\**", "src/auth/a.ts", false],
    ["", "a.ts", false],
  ])("%s owns %s: %s", (glob, path, owned) => {
    expect(ownerOf([glob])(path)).toBe(owned);
  });

  it("owns nothing without globs, and nothing with exclusions alone", () => {
    expect(ownerOf([])("a.ts")).toBe(false);
    expect(ownerOf(["!src/**"])("a.ts")).toBe(false);
  });

  it.each([[["src/**", "!src/gen/**"]], [["!src/gen/**", "src/**"]]])("excludes wherever the ! stands: %j", (globs) => {
    const owns = ownerOf(globs);
    expect(owns("src/a.ts")).toBe(true);
    expect(owns("src/gen/a.ts")).toBe(false);
  });

  it("owns nothing when an exclusion cannot be read", () => {
    expect(ownerOf(["src/**", "!src\\gen"])("src/a.ts")).toBe(false);
  });

  it("takes a name without wildcards for itself and what lies beneath, whatever its characters", () => {
    const name = fc.string({ unit: fc.constantFrom(..."ab.-_ ()+@!|^$,#&='\"%~"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(globProblem(one) === null && !one.startsWith("!") && !/^\.{1,2}$/.test(one));
        const owns = ownerOf([one]);
        expect(owns(one)).toBe(true);
        expect(owns(`${one}/x`)).toBe(true);
        if (other !== one && !/^\.{1,2}$/.test(other)) expect(owns(other)).toBe(false);
      }),
    );
  });

  it("answers in time for what anybody may ask", () => {
    const path = ["a".repeat(200).concat("/").repeat(20), "a/".repeat(230), "b"].join("");
    for (const glob of ["*a*a*a/c", "**/a/**/a/**/a/c", "**/*a*a/**/c"]) {
      expect(globProblem(glob)).toBeNull();
      expect(ownerOf([glob])(path)).toBe(false);
    }
  });
});

describe("treeOwnerOf", () => {
  it.each([
    [["src/auth/**"], "src/auth/sub", true],
    [["src/auth"], "src/auth", true],
    [["src/*"], "src/sub", false],
    [["src/**/*.ts"], "src/sub", false],
    [["src/**", "!src/gen/**"], "src/gen", false],
    [["src/**", "!src/auth/secret.ts"], "src/auth", false],
    [["src/**", "!src/auth/secret.ts"], "src/billing", true],
    [["src/**", "!**/*.key"], "src/auth", false],
  ])("%j owns all of %s: %s", (globs, folder, owned) => {
    expect(treeOwnerOf(globs)(folder)).toBe(owned);
  });
});

describe("globProblem", () => {
  it.each([
    "src/**",
    "a/{b,c}/*.ts",
    "!src/gen/**",
    "app/\\[id\\]/**",
    "src/[ab]/x",
    ".",
    "src/auth/",
    "apps/*/src/**/__tests__/**/*.test.*",
    "{src,test}/**/{*.js,*.jsx,*.ts,*.tsx}",
  ])("%s is fine", (glob) => {
    expect(globProblem(glob)).toBeNull();
  });

  it.each([
    ["", "empty"],
    ["!", "empty"],
    [" src/**", "blank"],
    ["src/\n**", "control"],
    ["/etc/**", "absolute"],
    ["C:/ws/**", "absolute"],
    ["file:///ws/**", "absolute"],
    ["../x/**", ".."],
    ["src/../../x", ".."],
    ["~/x", "~"],
    ["!!src", "more than one !"],
    ["src\\auth", "backslashes"],
    ["src/@(a|b)", "extended"],
    ["src/+(a)", "extended"],
    ["**/a/**/b/**/c/**", "wildcards"],
    ["src/*a*b*c*d", "wildcards"],
    ["**/a/**/*b*c/*d*", "wildcards"],
    [`src/${"{a,b}".repeat(9)}`, "braces"],
    ["a".repeat(501), "500"],
  ])("%j: %s", (glob, reason) => {
    expect(globProblem(glob)).toContain(reason);
  });
});

describe("matchesAny", () => {
  it.each([
    [["INT-*"], "INT-001", true],
    [["INT-001"], "INT-0010", false],
    [["INT-00[12]"], "INT-002", true],
    [["mcp__github__*"], "mcp__github__get_issue", true],
    [["mcp__{github,gitlab}__*"], "mcp__gitlab__x", true],
    [["*"], "@server/tool", true],
    [["*", "!INT-7"], "INT-7", false],
    [[], "INT-001", false],
  ])("%j matches %s: %s", (patterns, name, matches) => {
    expect(matchesAny(patterns, name)).toBe(matches);
  });

  it("says which pattern matched", () => {
    expect(matchingPattern(["X-*", "INT-*"], "INT-1")).toBe("INT-*");
  });
});

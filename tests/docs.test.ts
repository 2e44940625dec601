import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { problemCodes } from "@writ/contracts";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const doc = (name: string) => readFileSync(join(root, name), "utf8");

describe("the docs", () => {
  it("have an entry for every problem code, and none for others", () => {
    const documented = [...doc("docs/problems.md").matchAll(/^### ([A-Z_]+)$/gm)].map((match) => match[1]);
    expect([...documented].sort()).toEqual([...problemCodes].sort());
  });

  it("link only to pages that exist", () => {
    const pages = [
      "README.md",
      "CONTRIBUTING.md",
      ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => join("docs", name)),
    ];
    const broken = pages.flatMap((page) =>
      [...doc(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? "")
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          try {
            readFileSync(join(root, page, "..", link));
            return false;
          } catch (error) {
            return !(error instanceof Error && "code" in error && error.code === "EISDIR");
          }
        })
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

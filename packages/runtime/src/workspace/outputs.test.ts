import { scratch } from "@writ/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWrit } from "../create-writ.ts";
import type { Writ } from "../writ.ts";

const intent = { id: "INT-001", name: "Login", status: "IN_PROGRESS", owned_scope: ["src/auth/**"] };
const repo = scratch(
  {
    ".gitignore": "dist/\nbuild\n*.out\nkept/\n.env\n",
    "kept/a.js": "1\n",
    "src/auth/a.ts": "1\n",
    "src/billing/a.ts": "1\n",
    "README.md": "# x\n",
  },
  `active_intents: ${JSON.stringify([intent])}\n`,
);
let writ: Writ;

beforeAll(async () => {
  repo.git("add", "-A");
  repo.git("add", "-f", "kept/a.js");
  repo.git("commit", "-qm", "start");
  writ = await createWrit(repo.root);
});
afterAll(async () => {
  await writ.close();
  repo.remove();
});

describe("a tool that is told where to write", () => {
  it.each([
    ["vite build --outDir dist --emptyOutDir", "pass"],
    ["npm run build -- --outDir=build", "pass"],
    ["go test -coverprofile=c.out ./...", "pass"],
    ["npx jest --coverageDirectory src/auth/coverage", "pass"],
    // It is ignored, but git tracks something in it.
    ["vite build --outDir kept", "deny"],
    ["vite build --outDir src", "deny"],
    ["vite build --outDir lib", "deny"],
    ["npm test -- --outputFile=README.md", "deny"],
    ["rspec -o .env", "deny"],
    ["cargo build --target-dir .orchestration", "deny"],
    ["cd src/auth && vite build --outDir ..", "deny"],
    // An option nobody knows counts by what it is given: what is there, or would be guarded.
    ["jest --frob=README.md", "deny"],
    ["jest --frob README.md", "deny"],
    ["jest --frob=src/billing/a.ts", "deny"],
    ["jest --frob=src/billing", "deny"],
    ["jest --frob=text,src/billing/a.ts", "deny"],
    ["jest -ZREADME.md", "deny"],
    ["jest --frob=.mcp.json", "deny"],
    ["jest --frob=src/auth/a.ts", "pass"],
    ["jest --frob=new.md", "pass"],
    ["jest --frob src/billing/a.ts", "pass"],
    ["jest --testPathPattern=src/billing/a.ts", "pass"],
    // Nobody tells a tool of the repository to do that.
    ["echo x > dist/a.js", "deny"],
    ["vite build --outDir dist; echo x > dist", "deny"],
  ])("%s: %s", async (command, verdict) => {
    expect((await writ.explain({ command }, "INT-001")).verdict).toBe(verdict);
  });
});

describe("explain", () => {
  it("names where something comes from, and where a link leads", async () => {
    const { effects } = await writ.explain({ command: "mv src/auth src/x; ln -s ../billing src/auth/b" }, "INT-001");
    expect(effects).toContainEqual({ op: "rename", from: "src/auth", path: "src/x", certainty: "inferred" });
    expect(effects.map(({ to }) => to)).toContain("src/auth/../billing");
  });

  it("does not name what an option may write and is not there", async () => {
    const { effects } = await writ.explain({ command: "jest --frob=new.md" }, "INT-001");
    expect(effects.map(({ op }) => op)).toEqual(["exec"]);
  });

  it("says of a call of a function what the function does", async () => {
    const { tree } = await writ.explain({ command: "f() { rm -rf /; }; f" }, "INT-001");
    expect(tree?.children.map(({ text, class: found }) => [text, found])).toEqual([
      ["f", "risky"],
      ["f", "risky"],
    ]);
  });

  it("names each thing once", async () => {
    const { effects } = await writ.explain({ command: "npm test && npm test" }, "INT-001");
    expect(effects).toEqual([{ op: "exec", path: "npm", certainty: "inferred" }]);
  });

  it("lets pass what only reads when the config cannot be read, as the hook does", async () => {
    repo.write(".orchestration/config.yaml", "mode: [\n");
    const other = await createWrit(repo.root);
    try {
      expect((await other.explain({ command: "ls" }, "INT-001")).verdict).toBe("pass");
      expect((await other.explain({ command: "rm x" }, "INT-001")).code).toBe("SIDECAR_INVALID");
    } finally {
      await other.close();
    }
  });
});

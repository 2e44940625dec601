import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openFileSnapshots } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { openBed } from "./bed.ts";

type Bed = Awaited<ReturnType<typeof openBed>>;
const strayed = async (bed: Bed) => (await bed.decisions("strayed")).flatMap(({ paths = [] }) => paths).sort();

describe("a file that a command hides from git", () => {
  it.each<[string, string, string[]]>([
    ["by a rule", "printf '*\\n' > .gitignore; echo z > hidden.txt", [".gitignore", "hidden.txt"]],
    ["by git's own rules", "echo 'hidden*' >> .git/info/exclude; echo z > hidden.txt", ["hidden.txt"]],
    [
      "by a setting",
      "echo '*.x' > .git/rules; git config core.excludesFile \"$PWD/.git/rules\"; echo z > a.x",
      ["a.x"],
    ],
    [
      "by a rule that hides itself",
      "printf '*\\n' > src/billing/.gitignore; echo z > src/billing/new.ts",
      ["src/billing/.gitignore", "src/billing/new.ts"],
    ],
    [
      "in a folder",
      "echo 'own/' >> .gitignore; mkdir -p own/deep; echo z > own/deep/new.ts",
      [".gitignore", "own/deep/new.ts"],
    ],
    ["by assuming it unchanged", "git update-index --assume-unchanged README.md; echo evil > README.md", ["README.md"]],
    [
      "by not checking it out",
      "git update-index --skip-worktree README.md src/billing/invoice.ts; echo evil > README.md; rm src/billing/invoice.ts",
      ["README.md", "src/billing/invoice.ts"],
    ],
    [
      "by its times",
      "touch -r README.md .git/times; git config core.trustctime false; git config core.checkStat minimal; echo HELLO > README.md; touch -r .git/times README.md",
      ["README.md"],
    ],
    [
      "by no such thing: a tool's own folder",
      "mkdir .cachet; printf '*\\n' > .cachet/.gitignore; echo x > .cachet/x",
      [],
    ],
    ["by no such thing: what was ignored anyway", "mkdir dist; echo x > dist/x", []],
    [
      "by no such thing: it was ignored before",
      "echo '*.log' >> .gitignore; echo x > dist/x; echo x > old/dist/x",
      [".gitignore"],
    ],
  ])("%s", async (name, line, expected) => {
    const bed = await openBed();
    if (name.endsWith("before"))
      for (const folder of ["dist", "old/dist"]) mkdirSync(join(bed.root, folder), { recursive: true });
    if (name.endsWith("before")) bed.sh("echo y > dist/y; echo y > old/dist/y");
    await bed.call(() => bed.sh(line));
    expect(await strayed(bed)).toEqual(expected);
  });

  it("is seen also when it was marked by a command before", async () => {
    const bed = await openBed();
    await bed.call(() => bed.sh("git update-index --assume-unchanged README.md"));
    expect(await strayed(bed)).toEqual([]);
    await bed.call(() => bed.put("README.md", "evil\n"));
    expect(await strayed(bed)).toEqual(["README.md"]);
    const [record] = await openFileSnapshots(join(bed.root, ".orchestration/.state")).listUndos();
    expect(record?.files).toMatchObject([{ path: "README.md", op: "modify" }]);
    expect(record?.files[0]?.before?.lost).toBeUndefined();
  });

  it("is no stray when a sparse checkout leaves it out", async () => {
    const bed = await openBed();
    await bed.call(() => bed.git("sparse-checkout", "set", "src/auth", ".orchestration"));
    expect(await strayed(bed)).toEqual([]);
    expect(await bed.decisions("alarm")).toEqual([]);
  });

  it("is a gap when there are too many to name", async () => {
    const bed = await openBed();
    const { messages = [] } = await bed.call(() =>
      bed.sh("echo 'own/' >> .gitignore; mkdir own; for i in $(seq 250); do echo $i > own/$i; done"),
    );
    expect(messages.join("\n")).toContain("more than 200 files that are ignored now");
  });
});

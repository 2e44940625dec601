import { describe, expect, it, vi } from "vitest";
import { folder } from "../scenarios/cli-bed.ts";
import { cloneOf, intents, ofRule, startWork, type Work } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const signed = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
const intentsFile = ".orchestration/active_intents.yaml";

describe("a commit that an agent signed is looked at", () => {
  it("also where it has no sidecar, and the next one brings it back", async () => {
    const { bed, report } = await startWork({ "src/billing/pay.ts": "export const pay = 1;\n" });
    bed.git("rm", "-r", "--quiet", "--cached", ".orchestration");
    await bed.put("src/billing/pay.ts", "export const pay = () => stealEverything();\n");
    bed.git("add", "src");
    bed.git("commit", "--quiet", "--no-verify", "--message", `fix${signed}`);
    bed.git("checkout", "--quiet", "--force", "main", "--", ".orchestration");
    bed.git("commit", "--quiet", "--no-verify", "--message", "restore");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path: "src/billing/pay.ts", severity: "error" }]);
  });

  it("also where its trailer is folded, and not where another text goes on like one", async () => {
    const { bed, commit, report } = await startWork({});
    await bed.put("a.txt", "x\n");
    const id = commit("fix\n\nCo-authored-by: Claude\n <noreply@anthropic.com>");
    await bed.put("b.txt", "x\n");
    commit("docs\n\nWrites to\n <noreply@anthropic.com>\n\nCo-authored-by: Bob <bob@example.com>");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path: "a.txt", commit: id }]);
  });

  it.each([
    ["that is new", "src/billing/new.ts"],
    ["that the base has", "src/billing/pay.ts"],
  ])("also where a file %s has another name since", async (_, path) => {
    const text = ["one", "two", "three", "four", "five", "six"].map((name) => `export const ${name} = "${name}";\n`);
    const { bed, report } = await startWork({ "src/billing/pay.ts": text.join("") });
    await bed.put(path, [...text, "export const pay = () => stealEverything();\n"].join(""));
    bed.git("add", "src");
    bed.git("commit", "--quiet", "--no-verify", "--message", `fix${signed}`);
    bed.git("mv", path, "src/billing/other.ts");
    bed.git("commit", "--quiet", "--no-verify", "--message", "rename");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path: "src/billing/other.ts" }]);
  });

  /** A repository that Writ came into with its second commit. */
  const adopting = async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const put = async (path: string, text: string, message = path) => {
      await bed.put(path, text);
      bed.git("add", "--all");
      bed.git("commit", "--quiet", "--no-verify", "--message", message);
    };
    await put("a.txt", "a\n");
    const untraced = async (range: string): Promise<unknown[]> => {
      const { out } = await (await cloneOf(bed)).writ(["check", range, "--json"]);
      return ofRule(JSON.parse(out), "untraced-agent").map(({ path }) => path);
    };
    return { bed, put, untraced };
  };

  it("on a branch that left before Writ came", async () => {
    const { bed, put, untraced } = await adopting();
    await put(intentsFile, intents);
    bed.git("switch", "--quiet", "--create", "feature", "main~1");
    await put("b.txt", "b\n", `b${signed}`);
    expect(await untraced("origin/main..HEAD")).toEqual(["b.txt"]);
  });

  it("since Writ came, where the change itself brings it", async () => {
    const { bed, put, untraced } = await adopting();
    bed.git("switch", "--quiet", "--create", "feature");
    await put("early.txt", "x\n", `before Writ${signed}`);
    await put(intentsFile, intents);
    await put("late.txt", "x\n", `after it${signed}`);
    bed.git("rm", "-r", "--quiet", "--cached", ".orchestration");
    await bed.put("hidden.txt", "x\n");
    bed.git("add", "hidden.txt");
    bed.git("commit", "--quiet", "--no-verify", "--message", `without it${signed}`);
    await put(intentsFile, intents, "again");
    expect(await untraced("origin/main..HEAD")).toEqual(["hidden.txt", "late.txt"]);
  });
});

describe("what a signed commit did is on record", () => {
  const path = "src/auth/login.ts";
  const lines = (word: string) =>
    Array.from({ length: 12 }, (_, at) => `export const ${word}${at} = does(${at}, "with words");\n`).join("");
  const unseen = async () => {
    const work = await startWork({ [path]: "export const login = 1;\n" });
    await work.bed.put(path, lines("unseen"));
    const id = work.commit(`fix${signed}`);
    return { ...work, id };
  };
  const bare = ({ bed }: Pick<Work, "bed">, message: string) => {
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", message);
  };

  it("by no record of a later change of the same file, whatever became of the commits", async () => {
    const { bed, claude, commit, report, id } = await unseen();
    await claude.read(path);
    await claude.write(path, `${lines("unseen")}export const oneMore = legit(1, "line");\n`);
    commit("a line more");
    const found = ofRule(await report(), "untraced-agent");
    expect(found).toMatchObject([{ path, commit: id, severity: "error", lines: [[1, 12]] }]);
    await claude.write(path, lines("unseen"));
    commit("a line less");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path, commit: id, severity: "error" }]);
    bed.git("switch", "--quiet", "main");
    await bed.put("m.txt", "m\n");
    bare({ bed }, "main goes on");
    bed.git("switch", "--quiet", "feature");
    bed.git("rebase", "--quiet", "main");
    await claude.write(path, `${lines("unseen")}export const another = legit(2, "line");\n`);
    commit("a line more again");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path, severity: "error" }]);
  });

  it.each<[string, (work: Work) => Promise<void>]>([
    [
      "by one that a later commit brings",
      async (work) => {
        await work.claude.write(path, lines("told"));
        bare(work, `feat${signed}`);
        await work.bed.put(path, `// by a person, with words\n${lines("told")}`);
        work.commit("later");
      },
    ],
    [
      "in another layout",
      async (work) => {
        await work.claude.write(path, lines("told"));
        await work.bed.put(path, `// by a person, with words\n${lines("told").replaceAll(/^/gm, "  ").trimEnd()}\n`);
        bare(work, `feat${signed}`);
        await work.bed.put("other.txt", "x\n");
        work.commit("later");
      },
    ],
    [
      "beside a person's lines",
      async (work) => {
        await work.claude.write(path, lines("told"));
        await work.bed.put(path, `// by a person, with words\n${lines("told")}`);
        work.commit(`feat${signed}`);
      },
    ],
    [
      "after it was amended",
      async (work) => {
        await work.claude.write(path, lines("told"));
        work.commit(`feat${signed}`);
        await work.claude.write(path, lines("better"));
        await work.bed.put(path, `// by a person, with words\n${lines("better")}`);
        work.bed.git("add", "--all");
        work.bed.git("commit", "--quiet", "--amend", "--no-edit");
      },
    ],
    [
      "after it was squashed with others",
      async (work) => {
        await work.claude.write(path, lines("told"));
        work.commit(`feat${signed}`);
        await work.bed.put(path, `// by a person, with words\n${lines("told")}`);
        work.commit("theirs");
        work.bed.git("reset", "--quiet", "--soft", "main");
        work.bed.git("commit", "--quiet", "--message", `all${signed}`);
      },
    ],
    [
      "after it was rebased",
      async (work) => {
        await work.claude.write(path, lines("told"));
        await work.bed.put(path, `// by a person, with words\n${lines("told")}`);
        work.commit(`feat${signed}`);
        work.bed.git("switch", "--quiet", "main");
        await work.bed.put("m.txt", "m\n");
        bare(work, "main goes on");
        work.bed.git("switch", "--quiet", "feature");
        work.bed.git("rebase", "--quiet", "main");
      },
    ],
    [
      "where it only takes lines away, and a later commit brings the record",
      async (work) => {
        await work.claude.read(path);
        await work.claude.write(path, "export const login = 1;\n");
        bare(work, `fix${signed}`);
        await work.bed.put(path, `// by a person, with words\nexport const login = 1;\n`);
        work.commit("later");
      },
    ],
  ])("%s", async (_, make) => {
    const work = await startWork({ [path]: "export const login = 1;\nexport const taken = away(1);\n" });
    await work.claude.read(path);
    await make(work);
    expect(await work.report()).toMatchObject({ ok: true, findings: [] });
  });
});

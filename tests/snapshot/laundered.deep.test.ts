import { describe, expect, it } from "vitest";
import { openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { isElsewhere } from "../../packages/runtime/src/snapshot/git/remotes.ts";
import { openBed } from "./bed.ts";
import { addOthers, commit, farAway } from "./far-away.ts";

const told = async (root: string) => (await openAlarms(root)).map(({ path, what }) => `${what} ${path}`);
const strays = async ({ decisions }: Awaited<ReturnType<typeof openBed>>) =>
  (await decisions("strayed")).flatMap(({ paths = [] }) => paths);

/** A commit that no work tree ever held. */
const plumbed = (file: string, text: string) =>
  `cp .git/index .git/i2; blob=$(echo '${text}' | git hash-object -w --stdin); ` +
  `GIT_INDEX_FILE=.git/i2 git update-index --add --cacheinfo 100644,$blob,${file}; ` +
  "c=$(git -c user.name=a -c user.email=a@b commit-tree -p HEAD -m e $(GIT_INDEX_FILE=.git/i2 git write-tree)); rm .git/i2";
const clone = `rm -rf .git/x; git clone -q . .git/x; (cd .git/x; echo evil > README.md; ${commit} -am e)`;

describe("a commit that one call made and another took", () => {
  it.each<[string, ...string[]]>([
    [
      "a branch",
      `echo evil > README.md; ${commit} -am e; git branch -f evil; git reset -q --hard HEAD~1`,
      "git merge -q --ff-only evil",
    ],
    [
      "a branch no work tree held",
      `${plumbed("README.md", "evil")}; git update-ref refs/heads/evil $c`,
      "git reset -q --hard evil",
    ],
    ["a tag", `${plumbed("README.md", "evil")}; git tag v1 $c`, "git merge -q --ff-only v1"],
    [
      "a step that was taken back by another",
      `echo evil > README.md; ${commit} -am e; git checkout -q HEAD~1 -- README.md; ${commit} -m back`,
      "git reset -q --hard HEAD~1",
    ],
    [
      "a step, with a commit on top",
      `echo evil > README.md; ${commit} -am e; git checkout -q HEAD~1 -- README.md; ${commit} -m back`,
      `git reset -q --hard HEAD~1; ${commit} --allow-empty -m top`,
    ],
    [
      "a commit the work tree differed from",
      `echo evil > README.md; ${commit} -am e; echo hello > README.md`,
      "git checkout -q -f -b side HEAD~1",
      "git checkout -q main",
    ],
    [
      "a folder that was fetched from",
      `${clone}; git remote add up .git/x; git fetch -q up`,
      "git merge -q --ff-only up/main",
    ],
    [
      "another parent",
      `${plumbed("README.md", "evil")}; git tag t HEAD; echo $(git rev-parse t) $c > .git/info/grafts; git tag evil $c`,
      "git reset -q --hard evil",
    ],
  ])("is told of: %s", async (_, ...lines) => {
    const bed = await openBed();
    for (const line of lines) await bed.call(() => bed.sh(line));
    expect(bed.read("README.md")).toBe("evil\n");
    expect(await strays(bed)).toContain("README.md");
  });

  it("is an alarm where it is a protected file", async () => {
    const bed = await openBed();
    const path = ".orchestration/config.yaml";
    await bed.call(() => bed.sh(`${plumbed(path, "mode: observe")}; git branch evil $c`));
    expect(await told(bed.root)).toEqual([]);
    await bed.call(() => bed.sh("git reset -q --hard evil"));
    expect(await told(bed.root)).toEqual([`changed ${path}`]);
  });

  it("is told of also when the other call still ran", async () => {
    const bed = await openBed();
    const end = await bed.begin("make");
    bed.sh(`${plumbed("README.md", "evil")}; git branch evil $c`);
    await bed.other("S-1").call(() => bed.sh("git reset -q --hard evil"));
    await end();
    expect(await strays(bed)).toContain("README.md");
  });
});

describe("what was fetched by a call", () => {
  it.each([
    ["a folder", `${clone}; git remote add up .git/x; git fetch -q up; git reset -q --hard up/main`],
    [
      "a folder, as if it were the remote",
      `${clone}; git fetch -q .git/x +main:refs/remotes/origin/main; git reset -q --hard origin/main`,
    ],
    [
      "a remote that was led elsewhere",
      `${clone}; git remote set-url origin .git/x; git fetch -q; git reset -q --hard origin/main`,
    ],
    [
      "a remote that means another",
      `${clone}; git config url."$PWD/.git/x".insteadOf "$(git remote get-url origin)"; git fetch -q origin; git reset -q --hard origin/main`,
    ],
    [
      "a remote it had added",
      `${clone}; git remote add far "ssh://far.example$PWD/.git/x"; ${farAway} git fetch -q far; git reset -q --hard far/main`,
    ],
  ])("is told of when it came from %s", async (_, line) => {
    const bed = await openBed();
    addOthers(bed, "echo more > theirs.txt");
    await bed.call(() => bed.sh(line));
    expect(bed.read("README.md")).toBe("evil\n");
    expect(await strays(bed)).toContain("README.md");
  });

  it("is others' in a later call too", async () => {
    const bed = await openBed();
    addOthers(bed, "echo theirs > README.md; echo '# more' >> .orchestration/config.yaml");
    await bed.call(() => bed.sh(`${farAway} git fetch -q origin`));
    await bed.call(() => bed.sh("git merge -q --ff-only origin/main"));
    expect(bed.read("README.md")).toBe("theirs\n");
    expect(await strays(bed)).toEqual([]);
    expect(await told(bed.root)).toEqual([]);
  });

  it.each([
    ["https://host.example/a.git", true],
    ["git@host.example:a/b.git", true],
    ["host:a.git", true],
    ["ssh://git@host.example:22/a", true],
    ["/tmp/x", false],
    ["../x", false],
    ["file:///tmp/x", false],
    ["C:\\x", false],
    ["C:/x", false],
    ["http://localhost:8080/x", false],
    ["ssh://u@127.0.0.1/x", false],
    ["git://[::1]/x", false],
    ["ext::sh -c x", false],
    ["x.bundle", false],
  ])("%s: from another machine is %s", (given, expected) => expect(isElsewhere(given)).toBe(expected));
});

describe("a commit that calls made under their intent", () => {
  it("is no news when it is taken again", async () => {
    const bed = await openBed();
    bed.git("checkout", "-qb", "feature");
    await bed.call(() => {
      bed.put("src/auth/jwt.ts", "mine\n");
      bed.sh(`${commit} -am mine`);
    });
    const lines = await bed.traces();
    const identity = "-c user.name=a -c user.email=a@b";
    await bed.call(() => bed.git("checkout", "-q", "main"));
    await bed.call(() => bed.git("checkout", "-q", "feature"));
    await bed.call(() => bed.git("checkout", "-q", "main"));
    bed.put("other.txt", "a person's\n");
    bed.git("add", "-A");
    bed.sh(`${commit} -m theirs`);
    await bed.call(() => bed.sh(`git ${identity} merge -q --no-edit feature`));
    expect(bed.read("src/auth/jwt.ts")).toBe("mine\n");
    expect(await bed.traces()).toHaveLength(lines.length);
    expect(await strays(bed)).toEqual([]);
    expect((await bed.decisions("drifted")).every(({ reason }) => reason === "head-moved")).toBe(true);
  });

  it("and going back to what was there before it is", async () => {
    const bed = await openBed();
    await bed.call(() => bed.sh(`echo x > src/auth/new.ts; git add -A; ${commit} -m x`));
    await bed.call(() => bed.sh(`git rm -q src/auth/new.ts; ${commit} -m back`));
    expect(await bed.traces()).toHaveLength(2);
    await bed.call(() => bed.sh("git reset -q --hard HEAD~2"));
    expect(await strays(bed)).toEqual([]);
  });
});

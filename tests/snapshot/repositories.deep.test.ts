import { describe, expect, it } from "vitest";
import { openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { openBed } from "./bed.ts";

type Bed = Awaited<ReturnType<typeof openBed>>;
const strayed = async (bed: Bed) => (await bed.decisions("strayed")).flatMap(({ paths = [] }) => paths).sort();
const alarmed = async (bed: Bed) => (await openAlarms(bed.root)).map(({ path, what }) => `${what} ${path}`).sort();

const as = "-c user.name=P -c user.email=p@example.org";
const make = (path: string) =>
  `mkdir -p ${path} && cd ${path} && git init -q && echo l > l && git add l && git ${as} commit -qm l`;

/** A bed with a submodule in `lib`, and another repository in `vendor/x`. */
async function openNested() {
  const bed = await openBed();
  bed.sh(`(${make(".git/origin")}); (${make("vendor/x")})`);
  bed.sh('git -c protocol.file.allow=always submodule add -q "$PWD/.git/origin" lib 2> /dev/null');
  bed.git("add", "lib", ".gitmodules");
  bed.git("commit", "-qm", "nested");
  return bed;
}

describe("a repository inside the workspace", () => {
  it.each<[string, string, string[], string[]]>([
    ["a change in a submodule", "echo evil > lib/l", ["lib"], []],
    [
      "a change git is told to ignore",
      "git config -f .gitmodules submodule.lib.ignore all; echo evil > lib/l",
      [".gitmodules", "lib"],
      [],
    ],
    ["a change git overlooks", "cd lib; git update-index --assume-unchanged l; echo evil > l", ["lib"], []],
    [
      "a change git overlooks in another repository",
      "cd vendor/x; git update-index --assume-unchanged l; echo evil > l",
      ["vendor/x"],
      [],
    ],
    ["a commit in a submodule", `cd lib; echo evil > l; git ${as} commit -qam evil`, ["lib"], []],
    [
      "a rule of a submodule",
      "echo evil.sh >> .git/modules/lib/info/exclude; echo e > lib/evil.sh",
      [],
      ["created .git/modules/lib/info/exclude"],
    ],
    [
      "a hook and a setting of another repository",
      "echo evil > vendor/x/.git/hooks/post-commit; git -C vendor/x config core.hooksPath /tmp/e",
      ["vendor/x/.git/config", "vendor/x/.git/hooks/post-commit"],
      ["created vendor/x/.git/config", "created vendor/x/.git/hooks/post-commit"],
    ],
    ["another repository that goes", "rm -rf vendor/x", ["vendor/x"], []],
    ["a repository that comes", make("vendor/y"), ["vendor/y"], []],
    ["nothing: a look at both", "git -C lib status; git -C vendor/x status; git -C lib fetch -q || true", [], []],
  ])("%s", async (_, line, strays, alarms) => {
    const bed = await openNested();
    await bed.call(() => bed.sh(line));
    expect(await strayed(bed)).toEqual(strays);
    expect(await alarmed(bed)).toEqual(alarms);
    await bed.call(() => {});
    expect(await strayed(bed)).toEqual(strays);
    expect(await alarmed(bed)).toEqual(alarms);
  });

  it("is looked into also when a command before told git to overlook something", async () => {
    const bed = await openNested();
    bed.sh("git -C lib update-index --assume-unchanged l; git config -f .gitmodules submodule.lib.ignore all");
    bed.git("commit", "-qam", "ignored");
    await bed.call(() => bed.sh("echo evil > lib/l"));
    expect(await strayed(bed)).toEqual(["lib"]);
    await bed.call(() => bed.sh("echo more > lib/l"));
    expect(await strayed(bed)).toEqual(["lib", "lib"]);
  });
});

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ofRule, ok, rulesOf, startWork } from "./bed.ts";

const handler = "scripts/hooks/no_friday_deploys.sh";
const definition = `id: no_friday_deploys
event_type: PreAbilityCall
match: { operation_key: "command.*" }
blocking: true
handler: { kind: script, command: ./${handler} }
`;
const hooked = {
  ".system/hooks/no_friday_deploys.yaml": definition,
  [handler]: "#!/bin/sh\nexit 1\n",
  "scripts/hooks/lib.sh": "day() { date +%u; }\n",
  "scripts/build.sh": "exit 0\n",
};
const script = { config: "assurance: {sensitive: script}\n" };

describe("the handler of a declared hook is part of the guard", () => {
  it.each([
    ["changed", handler, "exit 0\n"],
    ["deleted", handler, null],
    ["beside one that is named", "scripts/hooks/lib.sh", "day() { echo 1; }\n"],
  ])("when it is %s", async (_, path, content) => {
    const { bed, commit, report } = await startWork(hooked);
    if (content === null) await rm(join(bed.root, path));
    else await bed.put(path, content);
    await bed.put("scripts/build.sh", "exit 1\n");
    commit();
    expect(ofRule(await report(), "protected-path")).toMatchObject([{ path, severity: "error" }]);
  });

  it("when only the change names it, until a person agrees", async () => {
    const { bed, commit, report } = await startWork({ [handler]: "exit 0\n" }, script);
    await bed.put(handler, "exit 1\n");
    await bed.put(".system/hooks/no_friday_deploys.yaml", definition);
    commit();
    const paths = [".system/hooks/no_friday_deploys.yaml", handler];
    expect(ofRule(await report(), "protected-path").map(({ path }) => path)).toEqual(paths);
    await ok(bed.writ(["approve", ...paths.flatMap((path) => ["--file", path]), "--yes"]));
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(rulesOf(await report())).not.toContain("protected-path");
  });

  it("and is explained as such, though nobody trusted the hook yet", async () => {
    const { bed } = await startWork(hooked);
    await ok(bed.writ(["intent", "edit", "INT-001", "--add-scope", "scripts/**"]));
    expect(await bed.writ(["explain", handler, "--intent", "INT-001"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("PROTECTED_PATH"),
    });
    expect(await bed.writ(["explain", "scripts/build.sh", "--intent", "INT-001"])).toMatchObject({ code: 0 });
  });
});

describe("a tracked commit hook with Writ's part in it is part of the guard", () => {
  const block = "# >>> writ >>>\nwrit publish --hook\n# <<< writ <<<\n";
  it.each([
    [".husky/pre-commit", `npm test\n${block}`, "npm test\n", 1],
    [".githooks/commit-msg", `npm test\n${block}`, null, 1],
    [".husky/pre-commit", `npm test\n${block}`, `exit 0\n${block}`, 1],
    [".husky/pre-commit", "npm test\n", "npm run lint\n", 0],
    [".husky/pre-push", `npm test\n${block}`, "npm test\n", 0],
  ])("%s: from %j to %j, %i found", async (path, before, after, count) => {
    const { bed, commit, report } = await startWork({ [path]: before });
    if (after === null) await rm(join(bed.root, path));
    else await bed.put(path, after);
    commit();
    const found = ofRule(await report(), "protected-path");
    expect(found).toMatchObject(Array.from({ length: count }, () => ({ path, severity: "error" })));
  });
});

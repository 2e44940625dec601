import { expect, it } from "vitest";
import { startedBy } from "./started.ts";

const makefile = `PY ?= python3
include a.mk b.mk # more
-include c.mk
check: lint test.o | dirs
\t@$(PY) scripts/c.py \\
\t  --all
lint: ; bash lint.sh
other:
\tbash other.sh
`;
const justfile = `import 'common.just'
mod tools 'tools.just'
check:
    @bash check.sh
`;
const taskfile = `includes:
  docs: ./docs/Taskfile.yml
tasks:
  check:
    cmds:
      - bash check.sh
      - cmd: "node x.js"
`;

it.each([
  ["make check", "Makefile", makefile, ["python3 scripts/c.py --all", "bash lint.sh"], ["a.mk", "b.mk", "c.mk"]],
  ["make", "Makefile", "all:\n\ttrue\nmore:\n\tfalse\n", ["true"], []],
  ["make none", "makefile", "all:\n\ttrue\nmore:\n\tfalse\n", ["true", "false"], []],
  ["just check", "justfile", justfile, ["bash check.sh"], ["common.just", "tools.just"]],
  ["npm test", "package.json", '{"scripts":{"test":"bash t.sh","build":"tsc"}}', ["bash t.sh"], []],
  ["npm test", "Makefile", makefile, [], []],
])("%s by %s starts what its text says", (runner, file, text, lines, includes) => {
  expect(startedBy(runner, file, text)).toEqual({ lines, includes });
});

it("task check by Taskfile.yml starts what its text says", () => {
  const { lines, includes } = startedBy("task check", "Taskfile.yml", taskfile);
  expect(lines).toEqual(expect.arrayContaining(["bash check.sh", "node x.js"]));
  expect(includes).toEqual(["./docs/Taskfile.yml"]);
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith, put, stopAfter } from "./handler.ts";

/** A compiler that is a few lines of JavaScript: it fails with the text in `src/error.txt`, if there is one. */
const compiler = `import { existsSync, readFileSync, writeFileSync } from "node:fs";
const [folder] = process.argv.slice(2);
writeFileSync(folder + "/built", "");
if (existsSync(folder + "/src/error.txt")) {
  console.log(readFileSync(folder + "/src/error.txt", "utf8"));
  process.exit(2);
}
`;
const manifest = (name: string, scripts: Record<string, string> = {}, more: object = {}) =>
  JSON.stringify({ name, scripts, ...more });

/** The seed's monorepo: services with a build script at the root each, and one with its own. */
const monorepo = (more: Record<string, string> = {}) =>
  folderWith({
    "package.json": manifest(
      "shop",
      {
        "build:billing": "node tools/compile.mjs services/billing",
        "build:auth": "node tools/compile.mjs services/auth",
      },
      { workspaces: ["services/*"] },
    ),
    "package-lock.json": "{}",
    "tools/compile.mjs": compiler,
    "services/billing/package.json": manifest("@shop/billing"),
    "services/billing/src/invoice.ts": "",
    "services/auth/package.json": manifest("@shop/auth"),
    "services/auth/src/login.ts": "",
    "services/mail/package.json": manifest("@shop/mail", { build: "node ../../tools/compile.mjs ." }),
    "services/mail/src/send.ts": "",
    "services/static/package.json": manifest("@shop/static"),
    "services/static/src/page.html": "",
    ...more,
  });
const builds = "services/billing/src/invoice.ts";
const isBuilt = (root: string, service: string) => existsSync(join(root, "services", service, "built"));

it("plays the seed's flow: two services changed, one fails", async () => {
  const root = monorepo({ "services/auth/src/error.txt": "services/auth/src/login.ts(58,5): error TS2322: no" });
  const changed = ["services/billing/src/invoice.ts", "services/auth/src/login.ts"];
  const result = await stopAfter(root, changed);
  expect(result.messages_to_user).toEqual([
    "Ran `npm run build:auth` and `npm run build:billing` for modified services.",
    "Auth build: failed with TypeScript error in services/auth/src/login.ts:58.",
    "Billing build: success.",
    "Recommend fixing this before merging.",
    "The file with the error waits in `writ followups`.",
  ]);
  expect(result.follow_up_actions).toEqual([
    { kind: "open_file", payload: { path: "services/auth/src/login.ts", line: 58 } },
  ]);
  const record = JSON.parse(readFileSync(join(root, ".system/cache/build_check.json"), "utf8"));
  expect(record).toMatchObject({ session: "sess-123", services: [{ service: "auth", status: "failed" }, {}] });
});

it("finds the file when a script at the root has the workspace build itself", async () => {
  const build = "node -e \"console.log('src/invoice.ts(2,5): error TS2322: no'); process.exit(2)\"";
  const root = monorepo({
    "package.json": manifest(
      "shop",
      { "build:billing": "npm run build --workspace services/billing" },
      { workspaces: ["services/*"] },
    ),
    "services/billing/package.json": manifest("@shop/billing", { build }),
  });
  const result = await stopAfter(root, [builds]);
  expect(result.messages_to_user?.[1]).toBe(`Billing build: failed with TypeScript error in ${builds}:2.`);
  expect(result.follow_up_actions).toEqual([{ kind: "open_file", payload: { path: builds, line: 2 } }]);
});

it("builds changed services only, by their own script where the root has none", async () => {
  const root = monorepo();
  const result = await stopAfter(root, ["services/mail/src/send.ts"]);
  expect(result.messages_to_user).toEqual([
    "Ran `npm run build` in services/mail for modified service.",
    "Mail build: success.",
  ]);
  expect(["mail", "billing", "auth"].map((service) => isBuilt(root, service))).toEqual([true, false, false]);
});

it.each([
  ["nothing", []],
  ["prose", ["services/billing/README.md", "LICENSE"]],
  ["Writ's own files", [".system/hooks/x.yaml", ".orchestration/config.yaml"]],
])("says nothing when the session changed %s", async (_what, changed) => {
  expect(await stopAfter(monorepo(), changed)).toEqual({});
});

it("says nothing where nothing can be built", async () => {
  expect(await stopAfter(folderWith({ "a.ts": "" }), ["a.ts", "deleted/b.go"])).toEqual({});
});

it("says what to add for a service without a command", async () => {
  const { messages_to_user: messages } = await stopAfter(monorepo(), ["services/static/src/page.html"]);
  expect(messages).toEqual([
    "Static build: not run, because there is no command for it. Add a script `build:static` at the root, or `build` in services/static/package.json.",
  ]);
});

it("takes a changed file that is gone for its service", async () => {
  const root = monorepo();
  const result = await stopAfter(root, ["services/mail/src/old/gone.ts"]);
  expect(result.messages_to_user?.[1]).toBe("Mail build: success.");
});

it("passes over a package.json that is no service of this workspace", async () => {
  const root = monorepo({
    "services/mail/src/package.json": '{"type":"module"}',
    "services/mail/fixtures/site/package.json": manifest("site", { build: "exit 1" }),
  });
  const result = await stopAfter(root, ["services/mail/src/send.ts", "services/mail/fixtures/site/a.js"]);
  expect(result.messages_to_user?.slice(1)).toEqual(["Mail build: success."]);
});

it("tells two services of one name apart", async () => {
  const root = folderWith({
    "a/api/package.json": manifest("a-api", { build: "exit 0" }),
    "b/api/package.json": manifest("b-api", { build: "exit 0" }),
  });
  const result = await stopAfter(root, ["a/api/x.ts", "b/api/x.ts"]);
  expect(result.messages_to_user?.slice(1)).toEqual(["A/api build: success.", "B/api build: success."]);
});

it("says when the output names no file, and puts its end into the log", async () => {
  const root = folderWith({ "package.json": manifest("app", { build: "echo No space left on device; exit 4" }) });
  const result = await stopAfter(root, ["a.ts"]);
  expect(result.messages_to_user?.[1]).toBe(
    "App build: failed (exit code 4), and the output names no file of this repository. Its last lines are in .system/logs/hooks.log.",
  );
  expect(result.logs?.at(-1)).toEqual({ level: "error", message: "app: No space left on device" });
  expect(result.follow_up_actions).toBeUndefined();
});

it("runs two at a time, not more", async () => {
  const script = "echo $(date +%s%N) >> ../../begun; sleep 0.6; echo $(date +%s%N) >> ../../ended";
  const names = ["a", "b", "c"];
  const root = folderWith(
    Object.fromEntries(names.map((name) => [`apps/${name}/package.json`, manifest(name, { build: script })])),
  );
  await stopAfter(
    root,
    names.map((name) => `apps/${name}/x.ts`),
  );
  const times = (file: string) => readFileSync(join(root, file), "utf8").trim().split("\n").map(BigInt).sort();
  const [, , third = 0n] = times("begun");
  const [first = 0n] = times("ended");
  expect(third).toBeGreaterThan(first);
});

it.each([
  ["the service's manifest", "services/billing/package.json"],
  ["the root's manifest", "package.json"],
  ["npm's settings", "services/billing/.npmrc"],
  ["the script that is run", "tools/compile.mjs"],
  ["what lies beside that script", "tools/lib/emit.mjs"],
  ["the configuration of a build tool", "services/billing/vite.config.ts"],
])("does not run a build when the session changed %s", async (_what, changed) => {
  const root = monorepo();
  const { messages_to_user: messages } = await stopAfter(root, [builds, changed]);
  expect(messages).toContain(
    `Billing build: not run, because this session changed ${changed}, which is part of it. Look at that, then run \`npm run build:billing\`.`,
  );
  expect(isBuilt(root, "billing")).toBe(false);
});

it("remembers what the session changed before its last stop", async () => {
  const root = monorepo();
  const { messages_to_user: messages } = await stopAfter(root, [builds], [builds, "services/billing/package.json"]);
  expect(messages?.[0]).toContain("not run, because this session changed services/billing/package.json");
  expect(isBuilt(root, "billing")).toBe(false);
});

it("still builds the services whose recipes are as they were", async () => {
  const root = monorepo();
  await stopAfter(root, ["services/auth/package.json", "services/auth/src/login.ts", builds]);
  expect(["auth", "billing"].map((service) => isBuilt(root, service))).toEqual([false, true]);
});

it.each([
  ["by another script", { build: "npm run compile", compile: "sh make/run.sh" }, "make/run.sh"],
  ["before it", { build: "true", prebuild: "node make/prepare" }, "make/prepare.js"],
  ["by itself", { build: "./make/run.sh" }, "make/run.sh"],
  ["after another", { build: "true && cross-env A=1 node ./make/b.mjs" }, "make/b.mjs"],
  ["first", { build: "node -r ./make/first.cjs --import=./make/second.mjs a.mjs" }, "make/second.mjs"],
  ["without an ending", { build: "sh compile" }, "compile"],
])("sees a script that is run %s", async (_how, scripts, changed) => {
  const root = folderWith({ "package.json": manifest("app", scripts) });
  put(root, changed, "#!/bin/sh\ntouch ran\n");
  const { messages_to_user: messages } = await stopAfter(root, [changed]);
  expect(messages?.[0]).toContain(`not run, because this session changed ${changed}`);
  expect(existsSync(join(root, "ran"))).toBe(false);
});

it.each([
  ["a source that is only compiled", { build: "echo src/index.ts --bundle" }, "src/index.ts"],
  ["a source run by a script that is not", { build: "true", start: "node src/index.js" }, "src/index.js"],
])("builds after a change of %s", async (_what, scripts, changed) => {
  const root = folderWith({ "package.json": manifest("app", scripts), [changed]: "" });
  expect((await stopAfter(root, [changed])).messages_to_user?.[1]).toBe("App build: success.");
});

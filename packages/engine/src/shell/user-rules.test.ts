import { shellWorld } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

const under = (rules: { allow?: string[]; deny?: string[] }, command: string) =>
  analyse(command, { ...shellWorld, rules: { allow: [], ask: [], deny: [], ...rules } });

describe("a rule that permits any words still permits none that have other code run", () => {
  it.each([
    ["make *", "make deploy", true],
    ["make *", "make 'X!=rm -rf src'", false],
    ["make *", "make SHELL=./src/auth/evil", false],
    ["make deploy **", "make deploy", true],
    ["make deploy **", "make deploy ENV=prod -j4", true],
    ["make deploy **", "make deploy -C packages/web", true],
    ["make deploy **", "make deploy SHELL=./evil", false],
    ["make deploy **", "make deploy .SHELLFLAGS=x", false],
    ["make deploy **", "make deploy MAKEFLAGS=-n", false],
    ["make deploy **", "make deploy 'X=$(shell rm -rf src)'", false],
    ["make deploy **", "make deploy PYTHON=./src/auth/evil", false],
    ["make deploy **", "make deploy --eval='x:;rm'", false],
    ["make deploy **", "make deploy -f evil.mk", false],
    ["make deploy **", "make deploy -C /tmp/evil", false],
    ["make deploy -f ops.mk **", "make deploy -f ops.mk X=1", true],
    ["make deploy -f ops.mk **", "make deploy -f ops.mk --eval=x", false],
    ["make deploy -f ops.mk **", "make deploy -f ops.mk -f evil.mk", false],
    ["dotnet build **", "dotnet build --property PreBuildEvent=x", false],
    ["mvn deploy **", "mvn deploy -Dexec.executable=evil", false],
    ["bazel test **", "bazel test :x --run_under=./evil", false],
    ["bazel test **", "bazel test :x --nocache", true],
    ["make deploy SHELL=./sh", "make deploy SHELL=./sh", true],
    ["npm run deploy **", "npm run deploy -- --prod", true],
    ["npm run deploy **", "npm run deploy --script-shell=./evil", false],
    ["npm run deploy **", "npm run deploy --prefix /tmp/evil", false],
    ["npm test **", "npm test --node-options=--require=./evil", false],
    ["pnpm deploy-all **", "pnpm deploy-all --script-shell=./evil", false],
    ["rake deploy **", "rake deploy RUBYOPT=-r./evil", false],
    ["rake deploy **", "rake deploy STAGE=prod", true],
    ["just deploy **", "just deploy --shell ./evil", false],
    ["gradle deploy **", "gradle deploy -I evil.gradle", false],
    ["terraform **", "terraform apply -var=x=/etc/y", true],
  ])("%j and %j: %s", (allow, command, permits) => {
    expect(under({ allow: [allow] }, command).reasons.includes(`allowed:${allow}`)).toBe(permits);
  });
});

it("says which word keeps a rule from permitting a command", () => {
  expect(under({ allow: ["npm run deploy **"] }, "npm run deploy --script-shell=./evil").reasons.join()).toContain(
    'the project\'s rule "npm run deploy **" does not spell out --script-shell=./evil',
  );
});

describe("a rule that denies holds however options are spelled, and behind what starts it", () => {
  it.each([
    ["rm -rf **", "rm -fr src"],
    ["rm -rf **", "find . -name x | xargs rm -r --force"],
    ["git push --force **", "git -C . push -f"],
    ["git push --force **", "git push origin +main"],
    ["git push **", "arch -x86_64 git push"],
    ["git push **", "arch -arch arm64 git push"],
  ])("%j and %j", (deny, command) => {
    expect(under({ deny: [deny] }, command).reasons).toContain(`denied:${deny}`);
  });
});

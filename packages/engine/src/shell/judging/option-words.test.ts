import { describe, expect, it } from "vitest";
import { literal } from "../syntax/arg.ts";
import { optionsIn, toldAt } from "./option-words.ts";
import { steers } from "./steering.ts";

describe("a word is read as an option in one way, whoever asks", () => {
  it.each([
    ["--out-dir", ["out-dir"]],
    ["--outDir=x", ["out-dir=x"]],
    ["-race", ["race"]],
    ["-logger:x", ["logger=x"]],
    ["-o", ["o"]],
    ["-Dmaven.compiler.executable=x", ["maven-compiler-executable=x"]],
    ["-D:plugin=x", ["plugin=x"]],
    ["-Pskip.tests", ["skip-tests"]],
    ["-p:PreBuildEvent=x", ["pre-build-event=x"]],
    ["--property:Exec=x", ["exec=x"]],
    ["-dextension_dir=x", ["dextension-dir=x", "extension-dir=x"]],
    ["--data_file=x", ["data-file=x"]],
    ["--@scope/name=x", []],
    ["word", []],
    ["-5", []],
    ["--", []],
  ])("%s: %j", (text, wanted) => {
    expect(optionsIn(text).map(({ name, joined }) => (joined === undefined ? name : `${name}=${joined}`))).toEqual(
      wanted,
    );
  });

  it.each(["-Dexec=x", "-P:exec=x", "-p:exec=x", "--property:exec=x", "--exec=x", "-dexec_path=x"])(
    "%s has other code run",
    (text) => {
      expect(steers(text, null, {})).toBe("it has other code run");
    },
  );

  it.each([
    ["-ofile", "glued"],
    ["-o", "next"],
    ["--out=x", "signed"],
    ["-p:Out=x", "signed"],
  ])("%s: its value is %s", (text, form) => {
    expect(toldAt([literal(text), literal("y")], 0).map((told) => told.form)).toContain(form);
  });
});

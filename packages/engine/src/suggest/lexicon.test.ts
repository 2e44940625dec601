import { describe, expect, it } from "vitest";
import { openLexicon } from "./lexicon.ts";
import { slips } from "./typo.ts";
import { wordsOf } from "./words.ts";

const lexicon = openLexicon(["signup_e2e", "Toggles a feature flag", "Replays dead letters", "Renews the certificate"]);
const stems = (text: string): string[] => lexicon.unitsOf(text).map((unit) => unit.stem);

describe("words", () => {
  it.each([
    ["signup_e2e", ["signup", "e2e"]],
    ["deployStaging on iPhone", ["deploy", "Staging", "on", "iPhone"]],
    ["sign-up, don’t", ["sign", "up", "don't"]],
    ["Größe über 40", ["Größe", "über", "40"]],
    ["", []],
  ])("of %j: %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each([
    ["billing", "biling", 1],
    ["invoice", "invocie", 1],
    ["regression", "regresions", 2],
    ["stage", "page", 2],
    ["abc", "xyz", 3],
  ])("%s and %s are %d slips apart", (a, b, count) => {
    expect(slips(a, b, 3)).toBe(count);
  });
});

describe("a lexicon", () => {
  it.each([["sign up"], ["sign-up"], ["signup"], ["SignUp"]])("knows %j as one word", (text) => {
    expect(stems(text)).toEqual(["signup"]);
  });

  it("puts a verb and its particle together", () => {
    expect(stems("rolled the service back")[0]).toBe("rollback");
  });

  it.each([
    ["featureflag", ["featur", "flag"]],
    ["deadletters", ["dead", "letter"]],
    ["flagfeature", undefined],
  ])("takes %s apart: %j", (word, parts) => {
    expect(lexicon.partsOf(word)).toEqual(parts);
  });

  it.each([
    ["certificat", ["certif"]],
    ["certfiicate", ["certif"]],
    ["xertificate", undefined],
    ["flg", undefined],
  ])("reads %s as %j", (word, meant) => {
    expect(lexicon.nearest(word)?.stems).toEqual(meant);
  });
});

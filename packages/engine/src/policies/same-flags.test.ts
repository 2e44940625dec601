import { describe, expect, it } from "vitest";
import { matchesFlags } from "./same-flags.ts";

/** `$x` is one word nobody knows, `$x…` any number of them. */
const wordsOf = (text: string) =>
  text.split(" ").map((word) => ({ literal: word.startsWith("$") ? null : word, single: !word.endsWith("…") }));

describe("a pattern with options means them however they are spelled", () => {
  it.each([
    ["rm -rf **", "rm -fr x", "yes"],
    ["rm -rf **", "rm -r -f x", "yes"],
    ["rm -rf **", "rm -Rf x", "yes"],
    ["rm -rf **", "rm -rfv x", "yes"],
    ["rm -rf **", "rm x -r -f", "yes"],
    ["rm -rf **", "rm --recursive --force x", "yes"],
    ["rm -rf **", "rm --rec --forc x", "yes"],
    ["rm --recursive --force **", "rm -rf x", "yes"],
    ["rm -rf **", "rm -r x", "no"],
    ["rm -rf **", "rm -f x", "no"],
    ["rm -rf **", "rm -- -rf", "no"],
    ["rm -rf **", "rm -r $x", "no"],
    ["rm -rf **", "rm $x", "maybe"],
    ["rm -rf **", "rm x $x…", "maybe"],
    ["rm -rf /", "rm -fr /", "yes"],
    ["rm -rf /", "rm -rfv /", "maybe"],
    ["rm -rf /", "rm -fr x", "no"],
    ["rm -rf *", "rm -fr x", "yes"],
    ["rm -rf *", "rm -fr x y", "no"],
    ["git push --force **", "git push -f", "yes"],
    ["git push --force **", "git push origin main --force", "yes"],
    ["git push --force **", "git push -uf origin main", "yes"],
    ["git push --force **", "git push origin +main", "yes"],
    ["git push --delete **", "git push origin :main", "yes"],
    ["git push -f **", "git push --force origin", "yes"],
    ["git push --force **", "git push --force-with-lease", "no"],
    ["git push --force-with-lease **", "git push --force", "no"],
    ["git push --force-with-lease **", "git push origin --force-with-lease=main:abc", "yes"],
    ["git push --force **", "git push --follow-tags", "no"],
    ["git push --force origin **", "git push origin main -f", "yes"],
    ["git push --force origin **", "git push other main -f", "no"],
    ["git branch -D **", "git branch --delete --force x", "yes"],
    ["git branch -D **", "git branch -d x", "no"],
    ["git commit --no-verify **", "git commit -nm x", "yes"],
    ["git commit --no-verify **", "git commit -m $x", "no"],
    ["git commit --amend **", "git commit -am x", "no"],
    ["npm install --global **", "npm install x -g", "yes"],
    ["npm publish --tag=next **", "npm publish --tag next", "yes"],
    ["npm publish --tag=next **", "npm publish --tag old", "no"],
    ["kubectl delete --force **", "kubectl delete -f x.yaml", "no"],
    ["terraform apply -auto-approve **", "terraform apply x --auto-approve", "yes"],
    ["terraform apply -auto-approve **", "terraform apply -auto-approve=false", "no"],
    ["find * -delete **", "find . -depth -ls -type d", "no"],
    ["frob --force **", "frob x -f", "maybe"],
    ["frob -f **", "frob x -f", "yes"],
    ["frob **", "frob x -f", "no"],
  ])("%j and %j: %s", (pattern, command, answer) => {
    expect(matchesFlags(wordsOf(command), pattern)).toBe(answer);
  });
});

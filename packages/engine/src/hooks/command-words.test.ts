import fc from "fast-check";
import { expect, it } from "vitest";
import { commandWords } from "./command-words.ts";

it.each([
  ["./check.sh", ["./check.sh"]],
  ["  python3   scripts/x.py\n --fast ", ["python3", "scripts/x.py", "--fast"]],
  ["'./my check.sh' \"a b\"", ["./my check.sh", "a b"]],
  ["a'b'\"c\"d", ["abcd"]],
  ["x '' \"\"", ["x", "", ""]],
  ['x "say \\"hi\\" \\n"', ["x", 'say "hi" \\n']],
  ["x 'a\\'", ["x", "a\\"]],
  ["my\\ check \\'", ["my check", "'"]],
  ["scripts\\check.cmd", ["scripts\\check.cmd"]],
  ["x $HOME * ~ `id` #no", ["x", "$HOME", "*", "~", "`id`", "#no"]],
  ["grep 'a|b' \"<&>;\"", ["grep", "a|b", "<&>;"]],
  ["x a=b", ["x", "a=b"]],
])("%s: %j", (text, words) => {
  expect(commandWords(text)).toEqual({ words });
});

it.each(["'", 'x "', "x 'a\"", "a | b", "a&b", "a;", "a > b", "", "''", "A=1 x"])("%s is no command", (text) => {
  expect(commandWords(text)).toHaveProperty("fault");
});

it("gives back any words that were quoted", () => {
  const quoted = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;
  fc.assert(
    fc.property(fc.array(fc.string()), (rest) => {
      const words = ["program", ...rest];
      expect(commandWords(words.map(quoted).join(" "))).toEqual({ words });
    }),
  );
});

import type { Random } from "./random.ts";

/** Small texts of which a careless reader makes something huge. */
export function bomb(random: Random): string {
  return random.pick(bombs)(1 + random.below(2000));
}

const nested = (open: string, inner: string, close: string, times: number): string =>
  open.repeat(times) + inner + close.repeat(times);

const bombs: readonly ((size: number) => string)[] = [
  (size) => "( ".repeat(size),
  (size) => "$( ".repeat(size),
  (size) => nested("( ", "ls", " )", size),
  (size) => nested("{ ", "ls", "; }", size),
  (size) => nested("$(", "ls", ")", size),
  (size) => nested("<(", "ls", ")", size),
  (size) => nested("if true; then ", "ls", "; fi", size % 300),
  (size) => `echo ${"{a,b}".repeat(size % 40)}`,
  (size) => `echo {1..${size}${size}${size}}`,
  (size) => `touch src/auth/{1..${size}}{1..${size}}`,
  (size) => `x=aa; ${"x=$x$x; ".repeat(size % 200)} echo $x`,
  (size) => `x=aa; ${"x=$x$x; ".repeat(size % 200)} $x`,
  (size) => `${"true; ".repeat(size)}ls`,
  (size) => `${"ls | ".repeat(size)}cat`,
  (size) => "cat <<E\na\nE\n".repeat(size % 300),
  (size) => `ls ${"a ".repeat(size * 5)}`,
  (size) => `rm ${"a ".repeat(size * 5)}`,
  (size) => `echo ${"'".repeat(size)}`,
  (size) => `echo ${"\\".repeat(size)}`,
  (size) => `${"bash -c '".repeat(size % 60)}ls`,
  (size) => `${"f() { f; }; ".repeat(size % 300)}f`,
  (size) => `cd ${"a/".repeat(size)} && rm ${"../".repeat(size)}x`,
  (size) => `${"cd a && ".repeat(size)}touch x`,
  (size) => `echo ${nested("$".concat("{x:-"), "a", "}", size % 400)}`,
  (size) => `echo $((${nested("(", "1", ")", size)}))`,
  (size) => `[[ ${nested("( ", "a", " )", size % 400)} ]]`,
  (size) => `rm ${"*/".repeat(size % 300)}*`,
  (size) => `${"sudo ".repeat(size % 400)}rm`,
  (size) => `${"env ".repeat(size)}ls`,
  (size) => `awk '${nested("{", "", "}", size)}'`,
  (size) => `sed -n '${"1p;".repeat(size)}' a`,
  (size) => `for x in ${"a ".repeat(size)}; do for y in ${"b ".repeat(size % 100)}; do touch src/auth/$x$y; done; done`,
  (size) => `python3 -c "print(${nested("(", "1", ")", size)})"`,
  (size) => `${"alias a=b; ".repeat(size % 300)}a`,
  (size) => `${"x=$(echo ".repeat(size % 200)}a${")".repeat(size % 200)}; $x`,
];

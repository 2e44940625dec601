/** A text in which nothing is expanded, by the sign that would expand something. */
const text = (expanding: string): string => String.raw`"(?:[^"\\\n${expanding}]|\\[nrte"\\])*"`;
const single = String.raw`'[^'\\\n]*'`;

const php = String.raw`(?:PHP_(?:VERSION|EOL|OS|OS_FAMILY)|phpversion\(\)|\d+|${single}|${text("$")})`;
const phpPrint = String.raw`(?:echo|print)\s*(?:${php}(?:\s*[.,]\s*${php})*|\(\s*${php}\s*\))`;
const ruby = String.raw`(?:RUBY_VERSION|\d+(?: ?[-+*/%] ?\d+)*|${single}|${text("#")})`;
const rubyPrint = String.raw`(?:puts|print|p)(?: ${ruby}|\(${ruby}\))`;
const luaPrint = String.raw`print\((?:\d+|_VERSION|${single}|${text("")})\)`;

const juliaPrint = String.raw`print(?:ln)?\((?:\d+|VERSION|${text("$")})\)`;
const elixirPrint = String.raw`IO\.(?:puts|inspect)(?: ${text("#")}|\(${text("#")}\))`;

/** One such statement after another. */
const listOf = (statement: string): RegExp => new RegExp(String.raw`^${statement}(?:\s*;\s*${statement})*\s*;?$`);

/** Code that only prints texts and numbers that stand in it, by language. */
export const printing = {
  php: listOf(phpPrint),
  ruby: listOf(rubyPrint),
  lua: listOf(luaPrint),
  julia: listOf(juliaPrint),
  elixir: listOf(elixirPrint),
};

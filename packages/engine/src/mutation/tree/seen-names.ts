import type { Item } from "./items.ts";

/** What can tell which names there are: by asking for all of them, or as `{name=}` in a text. */
const asking =
  /\b(?:eval|locals|globals|vars|dir|nameof|stringify!?|dbg!)\s*\(|(?<![.\w])exec\s*\(|\{[^{}"'=!<>]+=\s*(?:[!:][^{}]*)?\}/;

/** Whether code looks at the names in it: then another name is another behaviour. */
export const seeNames = (items: readonly Item[]): boolean => items.some(({ source }) => asking.test(source));

/** Whether code hands something to a macro that makes a text of it. All items may hold the macro. */
export function areMadeText(olds: readonly Item[], all: readonly Item[]): boolean {
  const macros = all.flatMap(({ source }) => /^#\s*define\s+(\w+)\([^)]*\)[\s\S]*[^#]#\s*\w/.exec(source)?.[1] ?? []);
  return macros.some((name) => olds.some(({ source }) => new RegExp(String.raw`\b${name}\s*\(`).test(source)));
}

/** Whether a function or class is asked what it is called. */
export function isAskedForName(items: readonly Item[], name: string): boolean {
  const asked = new RegExp(String.raw`(?<![\w$.])${literally(name)}\s*\.\s*(?:name|__name__|__qualname__)\b`);
  return items.some(({ source }) => asked.test(source));
}

/** Whether a text declares a function or class of this name. */
export function declaresFunction(text: string, name: string): boolean {
  const said = literally(name);
  const forms = [
    String.raw`\b(?:function\*?|class|def)\s+${said}(?![\w$])`,
    String.raw`(?<![\w$.])${said}\s*=\s*(?:async|function|class|\()`,
  ];
  return new RegExp(forms.join("|")).test(text);
}

const literally = (name: string): string => name.replaceAll("$", String.raw`\$`);

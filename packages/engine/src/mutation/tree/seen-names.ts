import type { Item } from "./items.ts";

/** What can tell which names there are: by asking for all of them, or as `{name=}` in a text. */
const asking = /\b(?:eval|locals|globals|vars|dir|nameof|stringify!?)\s*\(|\{[^{}"'=!<>]+=\s*(?:[!:][^{}]*)?\}/;

/** Whether code looks at the names in it: then another name is another behaviour. */
export const seeNames = (items: readonly Item[]): boolean => items.some(({ text }) => asking.test(text ?? ""));

/** Whether a function or class is asked what it is called. */
export function isAskedForName(items: readonly Item[], name: string): boolean {
  const asked = new RegExp(String.raw`(?<![\w$.])${literally(name)}\s*\.\s*(?:name|__name__|__qualname__)\b`);
  return items.some(({ text }) => asked.test(text ?? ""));
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

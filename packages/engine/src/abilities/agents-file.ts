import { type Line, plain, proseOf } from "../markup/markdown.ts";
import { mostEntries, textOf } from "../markup/values.ts";
import { type Described, type Description, describe } from "./description.ts";

/** Headings whose lists name abilities; any other list in an `AGENTS.md` is prose. */
const skillHeading = /^(available |our |project )?(skills|agents|sub-?agents|workflows|abilities)( available)?$/i;
const commandHeading =
  /^(common |useful |key |essential |main |project |development |dev )?(commands|scripts|make targets)$|^(build|build,? (and )?test|build & test)( commands)?$/i;

/** `- **name**: what for`, `- [name](path) - what for`; the name is one word. */
const skillItem =
  /^\s{0,3}[-*+]\s+(?:\*\*|`|\[|\*\*`|\[`)([\w.:-]{2,80})(?:`\*\*|`\]|\*\*|`|\])(?:\([^()]*\))?\s*(?::|[-–—]+)\s*(\S.*)$/;
/** `` - `npm test`: what for ``. */
const commandItem = /^\s{0,3}[-*+]\s+(?:\*\*)?`([^`]{2,120})`(?:\*\*)?\s*(?::|[-–—]+|#)\s*(\S.*)$/;

/** Reads what an `AGENTS.md` lists under headings that say so; everything else in it is left alone. */
export function parseAgentsFile(text: string, file: string): Described {
  const listed = proseOf(text).flatMap((line) => fromItem(line, file) ?? []);
  return { descriptions: [...fromTags(text, file), ...listed.slice(0, mostEntries + 1)], findings: [] };
}

function fromItem({ text, heading, line }: Line, file: string): Description | null {
  const title = heading.replace(/[^\w\s,&-]/g, "").trim();
  if (skillHeading.test(title)) {
    const [, id, summary] = skillItem.exec(text) ?? [];
    if (id === undefined || summary === undefined) return null;
    const kind = /agents?$/i.test(title) ? "agent" : /workflows?$/i.test(title) ? "workflow" : "skill";
    return describe({ id, level: "high", origin: "agents-file", file, line, kind, summary: textOf(plain(summary)) });
  }
  if (!commandHeading.test(title)) return null;
  const [, command, summary] = commandItem.exec(text) ?? [];
  if (command === undefined || summary === undefined) return null;
  return describe({
    id: command.trim(),
    level: "low",
    origin: "agents-file",
    file,
    line,
    kind: "script",
    operationKey: command.trim(),
    summary: textOf(plain(summary)),
  });
}

/** `<skill><name>…</name><description>…</description></skill>`, as programs that install skills write it. */
function fromTags(text: string, file: string): Description[] {
  const found: Description[] = [];
  let line = 1;
  let counted = 0;
  let from = text.indexOf("<skill>");
  while (from !== -1 && found.length <= mostEntries) {
    line += text.slice(counted, from).split("\n").length - 1;
    counted = from;
    const end = text.indexOf("</skill>", from);
    if (end === -1) break;
    const block = text.slice(from, Math.min(end, from + 10_000));
    const id = textOf(between(block, "name"));
    if (id !== null) {
      const summary = textOf(between(block, "description"));
      found.push(describe({ id, level: "high", origin: "agents-file", file, line, kind: "skill", summary }));
    }
    from = text.indexOf("<skill>", end);
  }
  return found;
}

function between(text: string, tag: string): string {
  const from = text.indexOf(`<${tag}>`);
  const to = text.indexOf(`</${tag}>`, from);
  return from === -1 || to === -1 ? "" : text.slice(from + tag.length + 2, to);
}

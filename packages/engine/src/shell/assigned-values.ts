import { type Finding, placed } from "./finding.ts";
import { type Names, partsOf } from "./named.ts";

/** They say how, not what or where: `NODE_ENV=test` means no folder. */
const modes = /(ENV|ENVIRONMENT|MODE|STAGE|LEVEL)$/;

/** A variable may hand a program a file or a folder, as any of its words may: `D=scripts ./tool`. */
export function nameValues({ class: found, values = [] }: Finding, { trees, dirs }: Names): void {
  if (found !== "opaque" && found !== "risky") return;
  for (const assigned of values) {
    const [name, value] = splitAt(assigned);
    // Of where modules are sought, those that are told to run count; what they load in turn is not followed.
    if (name === "PYTHONPATH" || (modes.test(name) && !value.includes("/"))) continue;
    const parts = /\s/.test(value) ? [value] : [value, ...partsOf(value)];
    for (const part of parts.filter((one) => !one.startsWith("-")))
      for (const dir of dirs) trees.add(placed(part, { dir }) ?? part);
  }
}

/** Python seeks the modules it is told to run in these folders too. */
export function withPythonPath(finding: Finding, { dirs }: Names): Finding {
  const { loads = [], values = [] } = finding;
  const folders = values.flatMap((assigned) => {
    const [name, value] = splitAt(assigned);
    return name === "PYTHONPATH" ? value.split(":").filter((one) => one !== "") : [];
  });
  const beneath = folders.flatMap((folder) =>
    [...dirs].flatMap((dir) => {
      const start = dir === "" ? "" : `${dir}/`;
      const modules = loads.filter((path) => path.startsWith(start) && /^[^/~.].*\.py$/.test(path.slice(start.length)));
      const at = placed(folder.replace(/\/+$/, ""), { dir });
      return at === null ? [] : modules.map((path) => `${at}/${path.slice(start.length)}`);
    }),
  );
  return beneath.length === 0 ? finding : { ...finding, loads: [...new Set([...loads, ...beneath])] };
}

function splitAt(assigned: string): [name: string, value: string] {
  const at = assigned.indexOf("=");
  return [assigned.slice(0, at), assigned.slice(at + 1)];
}

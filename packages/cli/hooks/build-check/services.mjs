// From changed files to the services they belong to.
import { basename, posix } from "node:path";
import { upwards } from "./files.mjs";
import { gradle, maven } from "./jvm.mjs";
import { cargo, go } from "./native.mjs";
import { node } from "./node.mjs";
import { python } from "./python.mjs";

/** To support another kind of build, write an object like these and add it here. */
const kinds = { node, cargo, go, maven, gradle, python };

/** Files no build looks at. */
const prose = /(\.(md|txt|rst|adoc)|(^|\/)(LICENSE|NOTICE|CODEOWNERS|\.gitignore))$/i;
const ours = /^(\.system|\.orchestration|\.git)\//;

/** Each service once, by name: its folder, how it is built, the changed files in it. */
export function servicesOf(root, changed) {
  const services = new Map();
  for (const file of changed.filter((path) => !prose.test(path) && !ours.test(path)).sort()) {
    const found = serviceOf(root, file);
    if (found === null) continue;
    const key = `${found.kind} ${found.folder}`;
    if (!services.has(key)) services.set(key, { ...found, files: [] });
    services.get(key).files.push(file);
  }
  return named([...services.values()]);
}

/** The nearest service that builds files of this kind; failing that, the nearest of any kind. */
function serviceOf(root, file) {
  const folders = upwards(posix.dirname(file));
  const all = Object.entries(kinds);
  const fitting = all.filter(([, kind]) => kind.sources.test(file));
  return nearest(root, folders, fitting) ?? nearest(root, folders, all);
}

function nearest(root, folders, candidates) {
  for (const folder of folders) {
    for (const [kind, { service }] of candidates) {
      const found = service(root, folder);
      if (found === null) continue;
      const name = folder === "." ? (found.title ?? basename(root)) : posix.basename(folder);
      return { ...found, kind, folder, name };
    }
  }
  return null;
}

/** Two services of one name are told apart by their folders. */
function named(services) {
  const count = (name) => services.filter((service) => service.name === name).length;
  return services.map((service) => ({ ...service, label: count(service.name) > 1 ? service.folder : service.name }));
}

/** What to run for a service: `{command, cwd}`, or `{none: what to do}`. */
export const planFor = (root, service) => kinds[service.kind].plan(root, service);

export { kinds };

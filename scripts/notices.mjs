// The licences of what the bundles carry: whoever gets the package gets them too.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder of the package a bundled file comes from; `null` for a file of ours.
 * @param {string} input
 */
function packageOf(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? null;
}

/**
 * @param {string} root
 * @param {Iterable<string>} inputs the files that went into the bundles
 */
export function noticesOf(root, inputs) {
  const folders = new Set([...inputs].flatMap((input) => packageOf(input) ?? []));
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : `\n${readFileSync(join(root, folder, file), "utf8").trim()}\n`;
    return { name: `${name}@${version}`, text: `${name} ${version} (${license})\n${text}` };
  });
  notices.sort((one, other) => (one.name < other.name ? -1 : 1));
  const head = "Writ carries code of these packages, each under its own licence.\n";
  return [head, ...notices.map(({ text }) => text)].join(`\n${"-".repeat(80)}\n\n`);
}

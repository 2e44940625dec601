import type { Family } from "../judging/rule.ts";
import { wrappers } from "../wrappers/wrappers.ts";
import { administration } from "./administration.ts";
import { agents } from "./agents.ts";
import { archives } from "./archives.ts";
import { builds } from "./builds.ts";
import { builtins } from "./builtins.ts";
import { cloud } from "./cloud.ts";
import { compilers } from "./compilers.ts";
import { frameworks } from "./consoles.ts";
import { containers } from "./containers.ts";
import { desktop } from "./desktop.ts";
import { files } from "./files.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { inspectors } from "./inspectors.ts";
import { jvm } from "./jvm.ts";
import { machine } from "./machine.ts";
import { media } from "./media.ts";
import { mobile } from "./mobile.ts";
import { network } from "./network.ts";
import { node } from "./node.ts";
import { nodeTools } from "./node-tools.ts";
import { otherTools } from "./other-tools.ts";
import { python } from "./python.ts";
import { pythonTools } from "./python-tools.ts";
import { readers } from "./readers.ts";
import { rust } from "./rust.ts";
import { searchers } from "./searchers.ts";
import { systemPackages } from "./system-packages.ts";
import { versionManagers } from "./version-managers.ts";

/** Programs that start others say themselves what they are. */
const starters: Family = {
  programs: wrappers.flatMap(({ name, also = [] }) => [name, ...also]).join(" "),
  entries: () => wrappers,
};

/** Everything known of programs: one entry for each, and for each of its verbs, by what belongs together. */
export const table: readonly Family[] = [
  readers,
  searchers,
  inspectors,
  machine,
  builtins,
  files,
  archives,
  git,
  node,
  versionManagers,
  python,
  nodeTools,
  pythonTools,
  otherTools,
  rust,
  go,
  jvm,
  builds,
  mobile,
  frameworks,
  compilers,
  containers,
  cloud,
  network,
  administration,
  systemPackages,
  desktop,
  agents,
  media,
  starters,
];

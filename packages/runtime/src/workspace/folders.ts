import { dirname, relative } from "node:path";

/** Folders whose definitions count from the start: where the call runs, and all above it in the workspace. */
export function foldersFrom(root: string, cwd: string): string[] {
  const here = relative(root, cwd).replaceAll("\\", "/");
  const folders = [""];
  if (here.startsWith("..")) return folders;
  for (let folder = here; folder !== "" && folder !== "."; folder = dirname(folder)) folders.push(`${folder}/`);
  return folders;
}

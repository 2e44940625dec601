import { placed, type Scene } from "../finding.ts";

/** Modules that Python or its own tools load by themselves: a file of that name, found first, runs instead. */
const loadedAnyway =
  `sitecustomize usercustomize site os io abc codecs stat posixpath genericpath encodings runpy re enum types
  functools collections operator keyword reprlib warnings weakref contextlib copyreg random bisect hashlib struct tempfile
  shutil fnmatch pathlib queue threading typing zipfile bz2 lzma gzip argparse ast base64 bdb calendar cmd code codeop copy
  csv dataclasses datetime decimal difflib dis doctest email filecmp gettext glob heapq html http importlib inspect json
  linecache locale logging mimetypes numbers opcode pdb pickle pkgutil platform pprint pydoc quopri selectors shlex signal
  socket socketserver ssl string subprocess sysconfig tarfile textwrap timeit token tokenize traceback unittest urllib uuid`
    .split(/\s+/)
    .map((name) => `${name}.py`);

/** The files of a folder that Python would load instead of its own modules, were they there. */
export function shadowsIn(folder: string, scene: Pick<Scene, "dir">): string[] {
  const base = folder === "" || folder === "." ? "" : `${folder.replace(/\/+$/, "")}/`;
  return loadedAnyway.flatMap((name) => placed(base + name, scene) ?? []);
}

/** The same for each folder of a `PYTHONPATH`. */
export const shadowsOn = (path: string, scene: Pick<Scene, "dir">): string[] =>
  [...new Set(path.split(":"))].flatMap((folder) => shadowsIn(folder, scene));

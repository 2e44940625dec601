import { oneOf } from "../alternatives.ts";
import { outlineOf } from "./code-outline.ts";

/** Packages that many projects have: each is asked for its version, and hardly more. */
const packages = oneOf`
  requests httpx aiohttp urllib3 numpy pandas scipy sklearn matplotlib torch tensorflow transformers flask fastapi
  starlette pydantic sqlalchemy alembic celery redis boto3 click rich jinja2 attr attrs pytest hypothesis mypy black
  setuptools pip wheel packaging cryptography lxml bs4 PIL openai anthropic sqlite3 ssl django yaml`;
const asked = oneOf`__version__ VERSION version get_version sqlite_version OPENSSL_VERSION safe_load safe_dump YAMLError`;
const pythonPackage = new RegExp(
  String.raw`\b${packages}(\s*\.\s*(?!${asked}\b)|\s+as\b)|\bfrom\s+${packages}(\.|\s+import\s+(?!${asked}\b))`,
);

/** What may be used of each module of Python, and the modules that may be imported at all. */
const pythonMembers: Readonly<Record<string, string>> = {
  sys: `version version_info argv executable platform stdin stdout stderr maxsize byteorder path getsizeof exit flags
    implementation prefix getdefaultencoding`,
  os: "getcwd environ path sep linesep name cpu_count getpid listdir walk scandir stat uname getenv curdir",
  time: "time strftime ctime localtime gmtime monotonic perf_counter sleep",
  json: "load loads dumps JSONDecodeError tool",
  platform: "system machine platform python_version release node version uname mac_ver python_implementation",
  pathlib: "Path PurePath",
  shutil: "which disk_usage get_terminal_size",
  datetime: "datetime date timedelta timezone UTC",
};
const pythonModules = new RegExp(
  `^(${oneOf`
    sys os os\\.path time json re math datetime platform collections itertools functools string statistics pathlib csv
    tomllib hashlib base64 urllib\\.parse uuid random secrets html textwrap ast decimal fractions shutil
    importlib\\.metadata sysconfig unicodedata struct difflib calendar typing enum dataclasses`}|${packages})$`,
);
const pythonWords = new RegExp(
  String.raw`\b${oneOf`
    exec eval compile getattr setattr delattr globals locals vars breakpoint help input super type object builtins
    remove unlink rmdir rmtree removedirs rename renames system popen spawn\w* fork\w* kill\w* mkdir makedirs touch
    symlink\w* hardlink\w* link chmod chown truncate putenv chdir write_text write_bytes writelines dump popen2 modules
    insert subprocess socket ctypes importlib pickle marshal pty shelve loader load_module extractall sendall
    object_hook cls default_factory connect enable_load_extension`}\b`,
);
/** A file that is opened other than for reading, or in a way that cannot be seen. */
const pythonOpen =
  /\.\s*open\b|\bopen\b(?!\s*\(\s*[^(),*]+(?:,\s*(?:mode\s*=\s*)?["']r[bt]?["']|,\s*(?:encoding|errors)\s*=\s*["'][\w-]+["'])*\s*\))/;
const pythonUnder =
  /(?<![A-Za-z0-9])__(?!(?:version|name|file|doc|main)__)\w*|\._(?!_)\w|\b_\w+\s*\.|\bcodecs\b|\.(?:sys|os|builtins)\b/;
/** What Python looks modules and programs up by, and what changes a list or a table. */
const pythonPlaces = /\bsys\s*\.\s*path\b|\benviron\b|\bimport\b[^\n;]*\bpath\b/;
const pythonChanges = /\b(?:append|extend|update|setdefault|pop|clear)\s*\(|\]\s*=[^=]/;
const pythonPaths = /\b(?:pathlib|Path)\b/;
const pythonMoves = /\.\s*(?:replace|copy|move)\b/;

/** Whether Python in a command line says that it does more than read, or does not say what it does. */
export function isDoubtfulPython(code: string): boolean {
  const outline = outlineOf(code);
  if (outline !== "open") return outline === "suspect";
  if ([pythonWords, pythonOpen, pythonUnder, pythonPackage].some((look) => look.test(code))) return true;
  if (pythonPlaces.test(code) && pythonChanges.test(code)) return true;
  if (pythonPaths.test(code) && pythonMoves.test(code)) return true;
  return !importsPlain(code) || !usesPlain(code);
}

/** The modules that code imports. */
export function importedBy(code: string): string[] {
  return [
    ...code.matchAll(
      /\b(?:from\s+([\w.]+)\s+import\b|import\s+([\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*))/g,
    ),
  ].flatMap(([, from, plain = ""]) =>
    from === undefined ? plain.split(",").map((one) => one.trim().split(/\s/)[0] ?? "") : [from],
  );
}

function importsPlain(code: string): boolean {
  if (importedBy(code).some((name) => !pythonModules.test(name)) || /\bimport\s*[(*]/.test(code)) return false;
  // Handed on or under another name nobody sees what is used of it.
  if (/\b(?:sys|os|shutil|platform)\s+as\b/.test(code)) return false;
  if (/(?<![.\w])(?:sys|os|shutil|platform)\b(?!\s*\.)/.test(code.replace(/\b(?:from|import)\b[^;\n]*/g, "")))
    return false;
  return [...code.matchAll(/\bfrom\s+(\w+)\s+import\s+([\w, ]+)/g)].every(([, module = "", names = ""]) =>
    names.split(",").every((name) => isMember(module, name.trim().split(/\s/)[0] ?? "")),
  );
}

const usesPlain = (code: string): boolean =>
  [...code.matchAll(/\b(sys|os|time|json|platform|pathlib|shutil|datetime)\s*\.\s*(\w+)/g)].every(
    ([whole, module = "", name = ""]) => (whole.includes("\n") ? false : isMember(module, name)),
  );

function isMember(module: string, name: string): boolean {
  if (!Object.hasOwn(pythonMembers, module)) return true;
  return pythonMembers[module]?.split(/\s+/).includes(name) === true;
}

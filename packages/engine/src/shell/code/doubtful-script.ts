import { oneOf } from "../alternatives.ts";
import { outlineOf } from "./code-outline.ts";

const scriptWords = new RegExp(
  String.raw`\b${oneOf`
    constructor prototype getPrototypeOf setPrototypeOf getOwn\w* define\w+ eval Function exec\w* spawn\w* fork\w* rmSync rmdir\w* unlink\w*
    write\w* append\w* rename\w* copyFile\w* cp\w* mkdir\w* mkdtemp\w* symlink\w* link\w* chmod\w* chown\w* truncate\w*
    utimes\w* open\w* ftruncate\w* createWriteStream outputFile\w* binding dlopen mainModule module getBuiltinModule globalThis global window self
    Reflect Proxy Worker EventSource Image navigator sendBeacon setPriority setFlagsFromString sqlite WebSocket XMLHttpRequest http2 net dgram tls dns vm wasi worker_threads cluster inspector repl
    child_process flag flags connect call apply bind caller callee with Deno Bun emit kill chdir report setuid fromEntries assign
    arguments createRequire`}\b`,
);
const scriptSigns =
  /\b_\w|\brm\b(?!\s+-)|\bhttps?\s*[.)}]|\\[ux]|\[[^\]]*\+[^\]]*\]|(?:\bthis|\bfs|\bprocess|\bconsole|\))\s*\[\s*[^\]\d\s]|\bimport\b(?!\.meta\.(?:url|dirname|filename)\b)|\bprocess\.(?!version|platform|arch|argv|env|cwd|execPath|pid|memoryUsage|uptime|release|exit|stdout|stdin|hrtime)|\bprocess\b(?!\s*[.])|\brequire\b(?!\s*\(\s*["'])/;
/** What is called by a name that only the running code knows. */
const calledByVariable = /\]\s*(?:\(|`|\?\.|\[\s*[^\]\d\s])/;
const namedByVariable = /[\w$"'`)\]]\s*\[\s*[a-zA-Z_$]/;
/** How such a name is put together. */
const putTogether =
  /\b(?:join|concat|fromCharCode|fromCodePoint|reverse|replace|replaceAll|slice|substr|substring|split|atob|from|raw|at|charAt|toString)\b|\+=?|\$\{/;
const nodeModules =
  /^(?:node:)?(?:fs|path|os|url|util|crypto|assert|querystring|perf_hooks|string_decoder|buffer|events)$/;
const fsReading = /^(?:readFileSync|existsSync|statSync|readdirSync|lstatSync|realpathSync|accessSync)$/;
/** The second word is an encoding, and nothing else stands there. */
const reads =
  /\breadFileSync\s*\((?!\s*[^(),]*(?:\([^()]*\))?[^(),]*(?:,\s*(?:["'][\w-]+["']|\{\s*encoding\s*:\s*["'][\w-]+["']\s*\}))?\s*\))/;
const askingHere =
  /\bfetch\b(?!\s*\(\s*["'`]https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/[^"'`$@]*)?["'`]\s*\))/;

/** What JavaScript loads by the words of its calls. */
export const requiredBy = (code: string): string[] =>
  [...code.matchAll(/\brequire\s*\(\s*["']([^"']*)["']/g)].map(([, name = ""]) => name);

/** Whether JavaScript in a command line says that it does more than read, or does not say what it does. */
export function isDoubtfulScript(code: string): boolean {
  const outline = outlineOf(code);
  if (outline !== "open") return outline === "suspect";
  // What begins so is an option, of which nobody knows what it takes.
  if (code.startsWith("-")) return true;
  if (namedByVariable.test(code) && putTogether.test(code)) return true;
  if ([scriptWords, scriptSigns, calledByVariable, reads, askingHere].some((look) => look.test(code))) return true;
  const members = [...code.matchAll(/(?:\bfs|require\s*\(\s*["'](?:node:)?fs["']\s*\))\s*\.\s*(\w+)/g)];
  if (members.some(([, name = ""]) => !fsReading.test(name)) || /\bfs\b(?!["')\s]*[.=)]|["'])/.test(code)) return true;
  return requiredBy(code).some((name) => !isPlainModule(name, code));
}

function isPlainModule(name: string, code: string): boolean {
  if (nodeModules.test(name) || /^(?:\.\/[\w./-]+|[@\w][\w./@-]*)\.json$/.test(name)) return !name.includes("..");
  // A package may be asked for its version.
  return (
    /^(?:@[\w-]+\/)?[\w-]+$/.test(name) && new RegExp(`require\\(["']${name}["']\\)\\.version\\b(?!\\s*\\()`).test(code)
  );
}

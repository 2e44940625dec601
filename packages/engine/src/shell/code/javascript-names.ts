const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words of the language that only compute, repeat or choose. */
export const keywords = set(
  "const let var for of in if else true false null undefined typeof return new throw try catch finally NaN Infinity while break continue",
);
/** What may be called or handed on by its name. */
export const callable = set(
  "String Number Boolean parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI Symbol BigInt setTimeout clearTimeout setImmediate",
);
/** What may be made with `new`. */
export const constructible = set("Date Set Map URL URLSearchParams Array Error RegExp");
/** All of it may be used. */
export const any: ReadonlySet<string> = new Set(["*"]);

/** Objects that are there from the start, with what may be used of each. */
export const globals: Readonly<Record<string, ReadonlySet<string>>> = {
  console: set("log error info warn table dir"),
  JSON: set("parse stringify"),
  Object: set("keys values entries fromEntries"),
  Math: any,
  Array: set("isArray from of"),
  Number: set("isInteger isFinite isNaN parseFloat parseInt MAX_SAFE_INTEGER MIN_SAFE_INTEGER"),
  String: set("fromCharCode raw"),
  Date: set("now UTC parse"),
  Buffer: set("from byteLength"),
  process: set(
    "version versions platform arch argv env cwd execPath pid memoryUsage uptime release exit stdout stdin hrtime exitCode",
  ),
};

/** Modules of Node that read or compute, with what may be used of each. */
export const modules: Readonly<Record<string, ReadonlySet<string>>> = {
  fs: set("readFileSync existsSync statSync readdirSync lstatSync realpathSync accessSync"),
  path: set("join resolve basename dirname extname relative normalize sep isAbsolute parse posix"),
  os: set("hostname platform cpus totalmem freemem homedir tmpdir EOL type release arch uptime loadavg version"),
  url: set("fileURLToPath pathToFileURL URL"),
  util: set("inspect format isDeepStrictEqual"),
  crypto: set("randomUUID randomBytes createHash"),
  assert: set("equal deepEqual strictEqual deepStrictEqual ok"),
};

/** Names through which any code can be reached. */
export const closed =
  /^(_.*|connect|constructor|prototype|call|apply|bind|caller|callee|arguments|mainModule|binding|require|[gs]etPrototypeOf|getOwn\w*|define\w+)$/;

/** Modules that `node -e` has by their names, and globals that reach further: nothing set here may be called so. */
export const reserved = set(
  "assert async_hooks buffer child_process cluster constants dgram diagnostics_channel dns domain events http http2 https " +
    "inspector module net perf_hooks punycode querystring readline repl stream string_decoder sys test timers tls trace_events " +
    "tty v8 vm wasi worker_threads zlib globalThis global window self fetch eval setTimeout setInterval setImmediate " +
    "queueMicrotask structuredClone exports require import navigator performance crypto process",
);

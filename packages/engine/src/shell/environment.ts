/** Variables that change which program runs, what it loads, or where it looks: never harmless. */
const steering: readonly RegExp[] = [
  /^(PATH|HOME|SHELL|IFS|ENV|USER|LOGNAME|TMPDIR|TMP|TEMP|VISUAL|BROWSER|TERM(INFO|CAP)?|CDPATH|GLOBIGNORE|OLDPWD|PWD)$/,
  /^(BASH|LD_|DYLD_|GIT|SSH|GPG|LESS|MAN|PS\d|PROMPT|SHELLOPTS|FPATH|FCEDIT|HIST|INPUTRC|POSIXLY|LOCPATH|GCONV|NLSPATH)/,
  /^(NODE_(OPTIONS|PATH|EXTRA|REPL|V8|PENDING|REDIRECT|TLS|ICU)|ELECTRON|DENO|BUN|NPM|npm_|YARN|PNPM|COREPACK|NVM|VOLTA)/,
  /^(PYTHON|PIP|VIRTUAL_ENV|CONDA|UV|POETRY|PERL|RUBY|GEM|BUNDLE|RUBYOPT|PHP|LUA|JAVA|JDK|_JAVA|MAVEN|GRADLE|KOTLIN|SBT)/,
  /^(RUST|CARGO|GO[A-Z]|CC|CXX|CPP|AR|AS|LD|MAKE|CMAKE|M4|TAR_|ZIP|UNZIP|GZIP|XZ_|ZSTD|RSYNC|RIPGREP|GREP_|FZF|JQ|SQLITE|PG|MYSQL)/,
  /^(DOCKER|KUBE|AWS|AZURE|GOOGLE|GCLOUD|TF_|ANSIBLE|XDG_|WRIT|CLAUDE|CODEX|COPILOT|GEMINI|CURSOR|OPENCODE|FACTORY)/,
  /^(TEXTDOMAIN|LANGUAGE$|NULLCMD$|READNULLCMD$|ZDOTDIR$|ZSH|MODULE_PATH$|MAILPATH$|MAILCHECK$|EXECIGNORE$|FIGNORE$)/,
  // What zsh ties to these, and the tables in which it keeps its commands.
  /^(path|fpath|cdpath|manpath|mailpath|module_path|fignore|prompt|\w+_functions|(dis_)?(functions|[gs]?aliases|builtins|reswords|commands|options))$/,
  // What turns the hooks of a commit off.
  /^(HUSKY|LEFTHOOK|OVERCOMMIT|PRE_COMMIT|SKIP$)/,
  // What programs call instead of others, or take for their definitions.
  /^(GREP|DIFF|CMP|EGREP|FGREP|PARALLEL|COMPOSER|MIX_\w*EXS|OPENSSL_\w+|SSLKEYLOGFILE|BAT_\w+|GROFF_\w+)$/,
  /(PAGER|EDITOR|PRELOAD|PROXY|_proxy|OPTIONS|OPTS|FLAGS|_COMMAND|_CMD|_SHELL|_HOME|_CONFIG|CONFIG_PATH|_EXEC|_HOOK|_HOOKS|RC)$/,
];

/** Whether setting a variable of this name changes nothing but what a program reads as data. */
export function isHarmlessName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !steering.some((pattern) => pattern.test(name));
}

const oneWord = /^[\w.-]*$/;
/** Settings of those names that change nothing but how much is printed, or for what is built. */
const plainSettings: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(RUST_BACKTRACE|CARGO_TERM_COLOR|CARGO_INCREMENTAL|DOCKER_BUILDKIT|COMPOSE_DOCKER_CLI_BUILD)$/, oneWord],
  [/^(GOOS|GOARCH|GOARM|GOMAXPROCS|GO111MODULE|CGO_ENABLED)$/, oneWord],
  [/^RUST_LOG$/, /^[\w=,:-]*$/],
  [/^GOFLAGS$/, /^-mod=(mod|vendor|readonly)$/],
  [
    /^NODE_OPTIONS$/,
    /^(--max[-_]old[-_]space[-_]size=\d+|--no-warnings|--no-deprecation|--trace-warnings|--experimental-vm-modules)$/,
  ],
  [/^PYTHON(DONTWRITEBYTECODE|UNBUFFERED|HASHSEED|IOENCODING|UTF8)$/, oneWord],
  [/^PYTHONWARNINGS$/, /^(ignore|default|error|always|once|module)$/],
  [/^PIP_(DISABLE_PIP_VERSION_CHECK|NO_INPUT|QUIET)$/, oneWord],
  [/^(GIT_PAGER|PAGER|MANPAGER)$/, /^(cat|)$/],
  [/^(GIT_EDITOR|EDITOR|VISUAL|GIT_SEQUENCE_EDITOR)$/, /^(true|:)$/],
  [/^GIT_(TERMINAL_PROMPT|OPTIONAL_LOCKS)$/, /^0$/],
  [/^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$/, /^[^\n]*$/],
  [
    /^(TERM|DENO_NO_PROMPT|NPM_CONFIG_(LOGLEVEL|PROGRESS|FUND|AUDIT)|npm_config_(loglevel|progress|fund|audit))$/,
    oneWord,
  ],
  [/^MAKEFLAGS$/, /^-?j\d*$/],
  [/^PLAYWRIGHT_BROWSERS_PATH$/, /^0$/],
  [/^TMPDIR$/, /^\/tmp(\/[\w-]+)*\/?$/],
];
/** Folders of the project that a program looks for its code in. */
const ownFolders = /^\.?[\w-]*(\/[\w-]+)*\/?(:\.?[\w-]*(\/[\w-]+)*\/?)*$/;

/** Names that programs of the project read as data, whatever they hold. */
const dataNames: readonly RegExp[] = [
  // No program takes its orders from one letter.
  /^[A-Za-z]$/,
  /^(CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|FLASK_ENV|MIX_ENV|ENVIRONMENT|STAGE|DEBUG|VERBOSE|TZ|LANG|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|PORT|HOST|HOSTNAME|VERSION|SEED|MESSAGE|MSG|TITLE|BODY|NAME|CMD|DESCRIPTION|COMMENT|TEXT|REASON)$/,
  /^(VITE|NEXT_PUBLIC|REACT_APP|NUXT_PUBLIC|EXPO_PUBLIC|STORYBOOK|TEST|APP|MY)_[A-Z0-9_]+$/,
  /_(COLORS?|PORT|HOST|KEY|TOKEN|SECRET|PASSWORD|USER|USERNAME|EMAIL|ID|NAME|ENV|MODE|LEVEL|VERSION|TIMEOUT|DEBUG|VERBOSE|COUNT|LIMIT|SIZE|SEED|REGION|BRANCH|COMMIT|SHA|DATE|MESSAGE|TITLE|DESCRIPTION)$/,
];
/** Names that say where something lies or what runs: no value of theirs is only data. */
const places =
  /(BINARY|PATH|BIN|DIR|DIRECTORY|FOLDER|FILE|CONF|PREFIX|PROGRAM|COMPILER|WRAPPER|LAUNCHER|LOADER|PLUGINS?|MODULES?|SCRIPT|OUTPUT|ROOT|EXE|EXECUTABLE)$/i;
const address = /^(?!file:)[a-z][a-z0-9+]*:\/\/[^\s]*$/;
/** One word that is no path, no option, and no file with an ending. */
const isTame = (value: string): boolean => /^(?!-)[\w.:@,+=%-]*$/.test(value) && !/\.[A-Za-z]\w*$/.test(value);

/** What handing a variable on to programs does: only a name or a value that is surely data is harmless. */
export function judgeExport(name: string, value: string | null): Does {
  const does = judgeSetting(name, value);
  if (does !== "harmless" || !isHarmlessName(name)) return does;
  if (isPlainSetting(name, value)) return "harmless";
  if (name === "DJANGO_SETTINGS_MODULE" && /^\w+(\.\w+)*$/.test(value ?? "")) return "runs";
  if (places.test(name)) return "unknown";
  if (dataNames.some((pattern) => pattern.test(name))) return "harmless";
  const isAddress = /(URLS?|URI|DSN|ENDPOINT|ORIGIN)$/.test(name) && (value === null || address.test(value));
  return isAddress || (value !== null && isTame(value)) ? "harmless" : "unknown";
}

const isPlainSetting = (name: string, value: string | null): boolean =>
  value !== null && plainSettings.some(([names, values]) => names.test(name) && values.test(value));

/** Nothing, has a program load the project's own code, or anything. */
type Does = "harmless" | "runs" | "unknown";

/** What setting a variable to a value does. */
export function judgeSetting(name: string, value: string | null): Does {
  if (isHarmlessName(name)) return "harmless";
  if (value === null) return "unknown";
  if (isPlainSetting(name, value)) return "harmless";
  return name === "PYTHONPATH" && ownFolders.test(value) && !value.startsWith("/") ? "runs" : "unknown";
}

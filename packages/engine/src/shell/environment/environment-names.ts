import { oneOf } from "../alternatives.ts";
/** Variables that change which program runs, what it loads, or where it looks: never harmless. */
export const steering: readonly RegExp[] = [
  /^(PATH|HOME|SHELL|IFS|ENV|USER|LOGNAME|TMPDIR|TMP|TEMP|VISUAL|BROWSER|TERM(INFO|CAP)?|CDPATH|GLOBIGNORE|OLDPWD|PWD)$/,
  /^(BASH|LD_|DYLD_|GIT|SSH|GPG|LESS|MAN|PS\d|PROMPT|SHELLOPTS|FPATH|FCEDIT|HIST|INPUTRC|POSIXLY|LOCPATH|GCONV|NLSPATH)/,
  /^(NODE_(OPTIONS|PATH|EXTRA|REPL|V8|PENDING|REDIRECT|TLS|ICU|COMPILE)|ELECTRON|DENO|BUN|NPM|npm_|YARN|PNPM|COREPACK|NVM|VOLTA|TS_NODE)/,
  /^(PYTHON|PIP|VIRTUAL_ENV|CONDA|UV|POETRY|PERL|RUBY|GEM|BUNDLE|RUBYOPT|PHP|LUA|JAVA|JDK|_JAVA|MAVEN|GRADLE|KOTLIN|SBT)/,
  /^(RUST|CARGO|GO[A-Z]|CC|CXX|CPP|AR|AS|LD|MAKE|CMAKE|M4|TAR_|ZIP|UNZIP|GZIP|XZ_|ZSTD|RSYNC|RIPGREP|GREP_|FZF|JQ|SQLITE|PG|MYSQL)/,
  /^(DOCKER|KUBE|AWS|AZURE|GOOGLE|GCLOUD|TF_|ANSIBLE|XDG_|WRIT|CLAUDE|CODEX|COPILOT|GEMINI|CURSOR|OPENCODE|FACTORY)/,
  /^(TEXTDOMAIN|LANGUAGE$|NULLCMD$|READNULLCMD$|ZDOTDIR$|ZSH|MODULE_PATH$|MAILPATH$|MAILCHECK$|EXECIGNORE$|FIGNORE$)/,
  // What zsh ties to these, and the tables in which it keeps its commands.
  /^(path|fpath|cdpath|manpath|mailpath|module_path|fignore|prompt|\w+_functions|(dis_)?(functions|[gs]?aliases|builtins|reswords|commands|options))$/,
  // What turns the hooks of a commit off.
  /^(HUSKY|LEFTHOOK|OVERCOMMIT|PRE_COMMIT|SKIP$)/,
  // What chooses the interpreter that runs: a version may be a folder.
  /^(MISE|RTX|ASDF|FNM|SDKMAN|PYENV|RBENV|NODENV|GOENV|JENV|PHPENV|PLENV|SWIFTENV|TFENV)_/,
  // What programs call instead of others, or take for their definitions.
  /^(GREP|DIFF|CMP|EGREP|FGREP|PARALLEL|COMPOSER|MIX_\w*EXS|COVERAGE_PROCESS_START|OPENSSL_\w+|SSLKEYLOGFILE|BAT_\w+|GROFF_\w+)$/,
  // What editors, TeX and R run where they start, and whom programs ask for a password.
  /^(VIMINIT|EXINIT|GVIMINIT|VIMRUNTIME|NVIM_APPNAME|SCREENRC|R_(PROFILE|ENVIRON|HISTFILE|DEFAULT_PACKAGES)\w*|TEXMF\w*|TEXINPUTS|shell_escape\w*|openout_any|HOSTALIASES|DBUS_\w+|TMUX|STY)$/,
  /(PAGER|EDITOR|ASKPASS|PRELOAD|PROXY|_proxy|OPTIONS|OPTS|FLAGS|_COMMAND|_CMD|_SHELL|_HOME|_CONFIG|CONFIG_PATH|_EXEC|_HOOK|_HOOKS|RC)$/,
];

const oneWord = /^[\w.-]*$/;
/** What chooses the language, and with it the encoding. */
export const localeNames = /^(LANG|LC_[A-Z]+)$/;
/**
 * Languages in which every shell reads a text as it is judged. In SJIS, Big5 or GBK a sign may end in a byte that means
 * something to the shell alone: a backslash or a bar.
 */
export const locales =
  /^(|C|POSIX|(?!zh)[a-z]{2}(_[A-Z]{2})?(@[a-z]+)?|(C|[a-z]{2}_[A-Z]{2})\.(utf-?8|iso-?8859-?\d+)(@[a-z]+)?)$/i;
/** Settings of those names that change nothing but how much is printed, or for what is built. */
export const plainSettings: readonly (readonly [name: RegExp, value: RegExp])[] = [
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
  [/^(PYENV|RBENV|NODENV|GOENV|JENV|PHPENV)_VERSION$/, /^\d+(\.\d+){0,3}$/],
  [localeNames, locales],
  [/^TS_NODE_(TRANSPILE_ONLY|FILES|PRETTY|LOG_ERROR)$/, oneWord],
  [/^CYPRESS_INSTALL_BINARY$/, /^0$/],
  [/^ESLINT_USE_FLAT_CONFIG$/, /^(true|false)$/],
  [/^PLAYWRIGHT_BROWSERS_PATH$/, /^0$/],
  [/^TMPDIR$/, /^\/tmp(\/[\w-]+)*\/?$/],
];

/** Names that only the code of the project itself reads, and hands to its pages: data, whatever they hold. */
export const ownNames =
  /^(?!APP_ENV$)(VITE|NEXT_PUBLIC|REACT_APP|NUXT_PUBLIC|EXPO_PUBLIC|STORYBOOK|TEST|APP|MY)_[A-Z0-9_]+$/;
/** Other names that programs read as data, whatever they hold. */
export const dataNames: readonly RegExp[] = [
  /^[A-Za-z]$/,
  /^(CI|DEBUG|VERBOSE|TZ|NO_COLOR|FORCE_COLOR|PORT|HOST|HOSTNAME|VERSION|SEED|MESSAGE|MSG|TITLE|BODY|NAME|CMD|DESCRIPTION|COMMENT|TEXT|REASON)$/,
  /_(COLORS?|PORT|HOST|KEY|TOKEN|SECRET|PASSWORD|USER|USERNAME|EMAIL|ID|TIMEOUT|DEBUG|VERBOSE|COUNT|LIMIT|SIZE|SEED|REGION|BRANCH|COMMIT|SHA|DATE|MESSAGE|TITLE|DESCRIPTION)$/,
];
/** Names that choose among things by a word, which to some tools may be a file: then it is no data. */
export const wordNames =
  /^(ENVIRONMENT|STAGE)$|(?<!OUTPUT|REPORT|RESULTS?|FILE|LOG|DUMP|JUNIT|CACHE)_NAME$|_(ENV|MODE|LEVEL|VERSION)$/;
/** Names that say where something lies or what runs: no value of theirs is only data. */
export const places = new RegExp(
  `${oneOf`
    BINARY PATH BIN DIR DIRECTORY FOLDER FILE CONF PREFIX PROGRAM COMPILER WRAPPER LAUNCHER LOADER PLUGINS? MODULES?
    SCRIPT OUTPUT OVERRIDE DUMP ROOT EXE EXECUTABLE HOME REPORT LIBS? LIBRARY LINKER DEPENDENCIES RANLIB _(CC|CXX|AR|LD|NM) TARGETS?
    PROPS`}S?$`,
  "i",
);
/** The same, where it is more than a switch. */
export const perhapsPlaces = /(^|_)(CACHE|TRACE|STORE|SOCK|SOCKET|JUNIT)S?$/i;
/** With one of these tests load, change or empty the database they are pointed at. */
export const databases =
  /^(RAILS|RACK|HANAMI|SINATRA|APP|LARAVEL|SYMFONY|DJANGO|FLASK|PHX|SPRING|SERVER|DEPLOY|DB|DATABASE)_ENV$|(^|_)(DB|DATABASE|DATABASES|DBNAME)(_(NAME|DATABASE|SCHEMA))?$/;
/** Values of those that name a database nobody minds to lose. */
export const spareDatabases =
  /(^|[^a-z])(tests?|testing|dev|development|local|ci|e2e|tmp|temp|memory|sqlite\d?|example|postgres(ql)?|mysql|mariadb|pgsql)([^a-z]|$)/i;
/** With one of these, and more than `0`, tests write anew what they compare with, sources among it. */
export const rewriting =
  /^(?!.*(NOTIF|CHECK|SNAPSHOT))(UPDATE(_\w+)?|BLESS(_\w+)?|OVERWRITE(_\w+)?|REGENERATE(_\w+)?|REGEN(_\w+)?|REBASELINE(_\w+)?|TRYBUILD|INSTA(_FORCE)?_UPDATE|SNAPSHOTS)$/;
/** With one of these, and more than `0`, a tool publishes what it found. */
export const publishing = /(^|_)(PUBLISH|UPLOAD)(_(ENABLED|TOKEN|RESULTS?|REPORTS?))?$/;
/** Names of tasks, for the runner that is told so. */
export const taskNames = /^(TOXENV|TOX_ENV|NOXSESSION|NOXTAGS)$/;
/** The same anywhere in a name: MSBuild takes each variable for a property, in any case. */
export const placing = /OUTPUT|REPORT(?!ER)|TARGETS|PROPS|CUSTOM|IMPORT|EVENT|TOOLEXE|ANALYZER|VCPKG/i;
/** Names of places that code is fetched from and run. */
export const sources: readonly RegExp[] = [
  /REPO(?!RT)|MIRROR|REGISTRY|INDEX|HOSTED|DOWNLOAD|DIST|CDN|CACHE|STORAGE|PYPI|GIT_?URL|UPDATE|INSTALL|BINAR|PACKAGE|_SITE$/i,
  // Bazelisk and Puppeteer have it, and so have servers of the project.
  /^(?!(API|WEB|SITE|SERVER|SERVICE|CLIENT|PUBLIC|BACKEND|FRONTEND)_)\w+_BASE_?URL$/i,
];
/** What belongs to such a place without being one. */
export const credentials = /_(KEY|TOKEN|SECRET|PASSWORD|USER|USERNAME|EMAIL|ID)$/;

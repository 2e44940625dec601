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
  /(PAGER|EDITOR|PRELOAD|PROXY|_proxy|OPTIONS|OPTS|FLAGS|_COMMAND|_CMD|_SHELL|_HOME|_CONFIG|CONFIG_PATH|_EXEC|_HOOK|_HOOKS|RC)$/,
];

/** Whether setting a variable of this name changes nothing but what a program reads as data. */
export function isHarmlessName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !steering.some((pattern) => pattern.test(name));
}

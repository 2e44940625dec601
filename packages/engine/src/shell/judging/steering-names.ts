import { oneOf } from "../alternatives.ts";
import { words } from "./make.ts";

/** One kind of option that has a tool run, load or take something else, by how its name ends. */
interface Kind {
  /** The last words of its name: `wrapper` of `--test-wrapper`. */
  readonly ends: readonly string[];
  /** Values with which it does no more than it should. */
  readonly mild: RegExp;
}

const version = "v?\\d+(\\.\\d+)*t?";
const byName = "@?[a-z][\\w-]*(/[a-z][\\w-]*)?";

/** A package by its name, or files of the workspace, which are looked at like scripts; no code and no archive. */
const modules = new RegExp(
  `^(?=.{1,500}$)((\\.?${byName}|\\.?[\\w@-]*(/[\\w.@-]+)+\\.${/([cm]?[jt]sx?|rb|py|php|json|ya?ml|xml|zig)/.source})(,|$))+$`,
  "i",
);

/** What options are called after which other code runs, in all tools alike. */
export const kinds: readonly Kind[] = [
  {
    ends: words(
      `wrap wrapper shell command cmd exec executable exe interpreter helper compiler launcher emulator chooser editor
      pager hook addon load loader require import toolexec vettool run-under toolchain tool
      (?<!.)(watch-)?on-(bundle-)?(success|failure|error|start|end|exit|change|complete) (?<!foreground-)script prepend
      class-?path dynamic-linker prog-path vs xcode hsc2hs happy alex c2hs configure-option external-checks viewer
      install-?pkg copy-bins node-gyp build-runner make-?program test-adapter gcc g\\+\\+ ghc gccgo ld rustc ninja shellcheck pyflakes gdb lldb
      gem-?path arg-line extra-arg extra-[a-z-]+-(options?|args?|flags) local-engine(-src)? pdb-?cls
      resolve-plugins-relative-to global-option build-option install-option rules-?dir checks-dir checks-path
      libs?-path library-path sdk userconfig globalconfig rcfile call`,
    ),
    mild: /^(true|false|\d+)$/,
  },
  { ends: words("python node java jdk jvm"), mild: new RegExp(`^((python|pypy|cpython)?[-@]?${version}|python)$`) },
  { ends: ["browser"], mild: /^[\w:,-]+$/ },
  { ends: ["tx"], mild: /^(\d+\*)?popen$/ },
  { ends: ["checker"], mild: /^(vue-)?tsc$/ },
  { ends: words("plugin preset extension rule-?set preload runner"), mild: modules },
  // Where code is fetched from, and whether that is looked at.
  {
    ends: words(
      `registry registries mirror find-links override-repository override-module external-checks-git
      replace-registry-host trusted-host insecure strict-ssl cafile proxy`,
    ),
    mild: /^(true|npmjs|never|always)$/,
  },
];

/** What may follow such a word, also as many: `--plugin-path`, `--nodedir`, `--exec-argv`, `--ghc-options`. */
export const carriers = oneOf`
  path file dir directory home bin exe cmd arg argv argument option opt flag name script module main-class id program
  prefix installation before search`;

/** Words that tools take a beginning of for the whole; `--exe` is enough for stack, `--wrap` for meson. */
export const shortened = words("wrapper command shell executable interpreter plugin require loader import toolchain");

/** Names of which a beginning is enough for npm and for what reads its options as Python, Ruby or Perl do. */
export const abbreviated = words(
  `script-shell node-options userconfig globalconfig init-script raw-command post-run-command run-under gcov-tool
  test-wrapper test-cmd gdb-path python-executable auto-gen-config regenerate-todo generate-configuration`,
);

/** Options of `--with-…` that name no program. */
export const unarmed = /^with-((all-)?(dependencies|deps)|metadata|expectations|coverage|tests?|types|docs)$/;

/** Options that say that something is not done, or only shown. */
export const denying = /^(no|skip|disable|without|ignore|exclude|list|show|print)-/;

/** Options that write settings or lists of what is to be tolerated, in place of what the tool is for. */
export const founding = new RegExp(
  `^${oneOf`
    init(-.*)? (auto-|re-?)?gen(erate)?-.+ create-.+ createstub config-(set|delete) runtime-set alter
    (re-?generate-)?todo migrate-configuration (write|update|set|save)-?(baseline|expectations|config\w*|todo|locks|verification-metadata) export-keys
    prune-suppressions suppress-(all|rule)`}$`,
);

/** Options with which a tool rewrites what it looks at. */
export const rewriting = /^((auto-?|un-?safe-)?fix(-.+)?|auto-?correct(-.+)?|write(-.+)?|in-?place|apply(-.+)?)$/;

/** Words that are orders to a tool which takes no others: `npm audit fix`, `poetry env use x`. */
export const orders =
  /^(fix|init|sync|use|remove|custom|autocorrect|install\w*|generate[\w-]*|gen\.[\w.]+|applyTo\w*|git-pre-\w+-hook)$/i;

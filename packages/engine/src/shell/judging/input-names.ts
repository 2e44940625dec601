import { oneOf } from "../alternatives.ts";
import { words } from "./make.ts";
import { isReading } from "./output-names.ts";

/** More words in the names of options that tell what to look at, and how. */
const looks = new RegExp(
  `(^|-)${oneOf`schema workspaces? scope select only skip omit match glob grep name tags? ext extensions? requirements?
    constraints? bootstrap autoload(-\w+)? use-baseline baseline standard edit readme src \w*pkg entry entry-?points?
    main ts-?config js-?config tsconfig-\w+ \w*noxfile justfile taskfile test files against since base head shard
    preload seed dictionary words words-list suppressions suppressions-list cwd chdir context message title author date
    mode target version style theme locale template working-dir(ectory)? deselect confcutdir ds by-path exec-?path module
    modules class classpath cp lib libs library header regex regexp fixtures? snapshots? cert key ca pass host port
    browser device arch platform features? bin example bench crate gemfile tool-versions license comment description
    reason`}$`,
);

/** Names that are given a file to read in one tool and to write in another; what they write is listed with the tool. */
const ambiguous = /^(file|filename|path|prefix|location|format|formatter|reporter|[cfICLFkmjnW])$/;

/** Whether an option of this name tells a tool what to look at, so that its value is nothing it writes. */
export const isInput = (name: string): boolean => isReading(name) || looks.test(name) || ambiguous.test(name);

/** Options that take no value, so that the next word is a file to look at. */
const flags = new Set(
  words(`check c l list-different quiet silent verbose debug strict cache color colors dot fix write watch run ci bail
    all force offline nologo dry-run diff json xml html summary version help stats statistics fast headed headless ui
    once parallel recursive errors-only staged lf ff last-failed failed-first fail-fast exitfirst testdox passing
    upgrade pre user update dev prod production frozen locked race short v x q s`),
);

/** Whether an option is a flag in every tool that has it. */
export const isFlag = (name: string): boolean => flags.has(name) || /^(no|with|allow|without)-/.test(name);

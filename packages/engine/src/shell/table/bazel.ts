import { opaque, runs } from "../finding.ts";
import { pointedElsewhere, steeredBy } from "../judging/doubt.ts";
import { several } from "../judging/make.ts";
import type { Entry } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** Options that say what is tested and what is told; others choose shells, tools, caches and places to write to. */
const known = new RegExp(
  `^(-[ks]|--(no)?(${[
    "keep_going|verbose_failures|subcommands|cache_test_results|build_tests_only|build|show_progress|show_timestamps",
    "test_keep_going|sandbox_debug|announce_rc|implicit_deps|host_deps|tool_deps|order_results|test_verbose_timeout_warnings",
    "remote_accept_cached|check_up_to_date|stamp",
  ].join("|")})|--(${[
    "test_output|test_filter|test_tag_filters|build_tag_filters|test_size_filters|test_lang_filters|test_timeout_filters",
    "test_summary|test_timeout|runs_per_test|flaky_test_attempts|local_test_jobs|test_sharding_strategy",
    "jobs|compilation_mode|config|color|curses|show_result|ui_event_filters|output|universe_scope|order_output",
    "instrumentation_filter|combined_report|platforms|cpu|python_version|features",
  ].join("|")})=[\\w,.:*|+/@-]+|-c|-j|--(compilation_mode|jobs|config|output|test_output|test_filter))$`,
);

/** Bazel names what it builds from the workspace's root: `//src/auth:login` is no path of the machine. */
const withoutRoot = (arg: Arg): Arg => {
  const text = arg.literal?.replaceAll("//", "");
  return text === undefined ? arg : { ...arg, literal: text, head: text };
};

/** What Bazel tests, builds and lists. */
export const bazel = (): Entry[] =>
  several("bazel", "test build query cquery aquery info version", (name) => ({
    name,
    does: "runs",
    options: { words: /^--output=\w+$/ },
    judge(args, scene, program) {
      const stray = args.find(({ literal, head }) => {
        const text = literal ?? head;
        return text.startsWith("-") && !/^-(@|\/\/)/.test(text) && text !== "--" && !known.test(text);
      });
      const words = args.map(withoutRoot);
      const subject = { line: name, program };
      if (stray !== undefined) {
        const doubt = opaque(`${name} ${stray.literal ?? stray.head} may choose what runs`, program);
        return { ...doubt, ...steeredBy(words, {}, scene, subject) };
      }
      return pointedElsewhere(words, {}, scene, subject) ?? runs(program, name);
    },
    yes: [
      `${name} //...`,
      `${name} //src/auth:all --test_output=errors`,
      `${name} -c opt -- //... -//old/...`,
      [`${name} --output=label_kind //...`, []],
    ],
    no: [
      `${name} //x --run_under=sh`,
      `${name} //x --workspace_status_command=x`,
      `${name} //x --action_env=PATH=x`,
      `${name} ///etc/x`,
      `${name} //../x`,
      `${name} /etc/x`,
      `cd /elsewhere && ${name}`,
    ],
  }));

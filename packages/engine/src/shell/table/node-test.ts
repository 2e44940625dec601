import { type Finding, opaque, runs, type Scene } from "../finding.ts";
import { pointedElsewhere, steeredBy } from "../judging/doubt.ts";
import type { Arg } from "../syntax/arg.ts";

/** `node --test`: only with options that say which tests, and how to report. */
export function testsNode(args: readonly Arg[], scene: Scene, program: string): Finding {
  const known = /^(--test(-[\w-]+)?(=.*)?|--(watch|no-warnings|enable-source-maps|experimental-test-coverage))$/;
  const stray = args.find(({ literal: text, head }) => (text ?? head).startsWith("-") && !known.test(text ?? ""));
  const subject = { line: "node --test", program };
  if (stray !== undefined) {
    const doubt = opaque(`node --test ${stray.literal ?? ""} may run other code`, program);
    return { ...doubt, ...steeredBy(args, {}, scene, subject) };
  }
  return pointedElsewhere(args, {}, scene, subject) ?? runs(program, subject.line);
}

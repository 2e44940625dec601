import { fail } from "@writ/contracts";

/** The options of `verify` that lean on another, or keep one out. */
interface VerifyOptions {
  readonly anchor: boolean;
  readonly tag: string | undefined;
  readonly sign: boolean;
  readonly losses: boolean;
  readonly strict: boolean;
  readonly repair: boolean;
  readonly published: boolean;
  readonly dryRun: boolean;
}

/** Throws where options do not go together, or one lacks the other it is about. */
export function requireFitting(options: VerifyOptions): void {
  const { anchor, tag, sign, losses, strict, repair, published, dryRun } = options;
  const alone: readonly (readonly [isWrong: boolean, message: string])[] = [
    [anchor && repair, "--anchor and --repair do not go together."],
    [strict && anchor, "--strict and --anchor do not go together."],
    [strict && repair, "--strict and --repair do not go together."],
    [sign && tag === undefined, "--sign needs --tag NAME, since only a tag can be signed."],
    [tag !== undefined && !anchor, "--tag needs --anchor."],
    [losses && !anchor, "--losses needs --anchor."],
    [published && !repair, "--published needs --repair."],
    [dryRun && !repair, "--dry-run needs --repair."],
  ];
  const wrong = alone.find(([isWrong]) => isWrong);
  if (wrong === undefined) return;
  throw fail("USAGE", {
    message: wrong[1],
    fix: "Say --strict, or --anchor [--tag NAME [--sign]] [--losses], or --repair [--published] [--dry-run].",
  });
}

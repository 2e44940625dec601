import type { openBed } from "./bed.ts";

type Bed = Awaited<ReturnType<typeof openBed>>;

/** Commits as somebody, whatever hooks there are. */
export const commit = "git -c user.name=a -c user.email=a@b commit -q --no-verify";

/** In front of a line: another machine is reached by running there, which is here, what ssh would run. */
export const farAway = `GIT_SSH_VARIANT=simple GIT_SSH_COMMAND="sh -c 'eval \\"\\$2\\"' ssh"`;

/** Somebody else's repository on another machine, to which a commit was added that this one does not have. */
export function addOthers(bed: Bed, line: string): void {
  bed.sh(`git clone -q . .git/others && cd .git/others && ${line} && git add -A && ${commit} -m theirs`);
  bed.sh('git remote add origin "ssh://far.example$PWD/.git/others"');
}

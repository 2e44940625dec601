import { fail } from "@writ/contracts";
import { baseFrom, type Surroundings } from "./base-from.ts";
import { type Git, readObjects } from "./git.ts";
import { stagedCommit, workTreeCommit } from "./unsaved.ts";

/** What is compared, as commits. */
export interface Range {
  /** Where the two parted: what the change is made of comes after it. */
  parted: string;
  /** What the change goes into, as it is now. */
  base: string;
  head: string;
  /** Whether the head is what this working copy holds and nobody has committed: only to that do its live records belong. */
  isHere: boolean;
}

/** What somebody asked to be checked. */
export interface Asked {
  /** `base..head`, or only the base. */
  range?: string | undefined;
  /** What is staged, or all that the work tree holds, instead of a commit. */
  unsaved?: "staged" | "work-tree" | undefined;
}

/** Finds out what is to be compared. A problem where a commit is not there. */
export async function findRange(git: Git, asked: Asked, around: Surroundings): Promise<Range> {
  const [given, to] = splitRange(asked.range);
  const here = await commitOf(git, "HEAD");
  if (here === null) throw usage("There is no commit yet, so there is nothing to check.", "Commit something first.");
  const head = await headOf(git, asked, to, here, around);
  const isHere = asked.unsaved !== undefined;
  if (given === undefined && asked.unsaved === undefined)
    return { ...(await findBase(git, head, around)), head, isHere };
  const base = given === undefined ? here : await requireCommit(git, given);
  const parted = await partedAt(git, base, head, given ?? base);
  // A slip in a workflow must not make the gate pass for ever.
  if (parted === head) throw nothingNew(given ?? base, to);
  return { base, parted, head, isHere };
}

/** Where two commits parted; all of the head where they have nothing in common. */
async function partedAt(git: Git, base: string, head: string, name: string): Promise<string> {
  const parted = (await git.ask(["merge-base", base, head]))?.toString().trim() ?? "";
  if (parted === "" && (await isShallow(git))) throw shallow(name);
  const left = parted === "" ? base : parted;
  if (await isCutShort(git, left, head)) throw shallow(name);
  return left;
}

/**
 * Whether commits between the two are not here: the merge that a server checks out has its target as a parent, however
 * little of the change was fetched. What git takes for a first commit says of itself whether it is one.
 */
async function isCutShort(git: Git, base: string, head: string): Promise<boolean> {
  const firsts = (await git.run(["rev-list", "--max-parents=0", `${base}..${head}`])).toString().split("\n");
  const commits = await readObjects(git, firsts.filter(Boolean));
  return [...commits.values()].some((bytes) => /^tree .*\nparent /.test(bytes.toString("latin1")));
}

function splitRange(range: string | undefined): [base: string | undefined, head: string | undefined] {
  if (range === undefined) return [undefined, undefined];
  const [base = "", head] = range.split(/\.{2,3}/);
  const isWhole = base !== "" && head !== "" && !/\.{4}/.test(range) && range.split("..").length <= 2;
  if (!isWhole)
    throw usage(`${range} is no range of commits.`, "Say base..head, such as main..HEAD, or only the base.");
  return [base, head];
}

async function headOf(git: Git, { unsaved }: Asked, to: string | undefined, here: string, around: Surroundings) {
  if (unsaved !== undefined && to !== undefined)
    throw usage("What is not committed has no head to name.", "Say only the base, or leave the option out.");
  if (unsaved === "staged") return stagedCommit(git, here, around.env);
  if (unsaved === "work-tree") return workTreeCommit(git, here);
  return to === undefined ? here : requireCommit(git, to);
}

/** What a change goes into where nobody says so. */
const usual = [
  "refs/remotes/origin/HEAD",
  "refs/remotes/origin/main",
  "refs/remotes/origin/master",
  "refs/heads/main",
  "refs/heads/master",
];

/** What the head goes into, as the build server says, or as is usual. What it is part of already is not it. */
async function findBase(git: Git, head: string, around: Surroundings): Promise<Pick<Range, "base" | "parted">> {
  const told = baseFrom(around);
  const names = told.length === 0 ? usual : told;
  let within: string | null = null;
  for (const name of names) {
    const base = await commitOf(git, name);
    if (base === null) continue;
    const parted = await partedAt(git, base, head, name);
    if (parted !== head) return { base, parted };
    within ??= name;
  }
  if (within !== null) throw (await isShallow(git)) ? shallow(within) : nothingNew(within);
  const [first = ""] = told;
  if (told.length > 0) throw (await isShallow(git)) ? shallow(first) : unknown(first);
  throw usage("There is no branch main or master to compare with.", "Name the base: writ check <base>..HEAD");
}

async function requireCommit(git: Git, name: string): Promise<string> {
  const id = await commitOf(git, name);
  if (id !== null) return id;
  throw (await isShallow(git)) ? shallow(name) : unknown(name);
}

/** The id of a commit; whatever a name looks like, it is never an option. */
async function commitOf(git: Git, name: string): Promise<string | null> {
  if (name.startsWith("-")) return null;
  const [plain = ""] = name.split(/[~^:]|@\{/);
  // Git would go on looking for a tag of that name.
  if (plain.startsWith("refs/") && !(await hasRef(git, plain))) return null;
  if (await isAmbiguous(git, plain)) throw ambiguous(plain);
  const id = (await git.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]))?.toString();
  return id === undefined || id.trim() === "" ? null : id.trim();
}

/** Whoever can push a tag could call it like the branch, or the commit, that changes are compared with. */
async function isAmbiguous(git: Git, name: string): Promise<boolean> {
  if (/^HEAD$|^refs\/|^[0-9a-f]{40,}$/.test(name) || !(await hasRef(git, `refs/tags/${name}`))) return false;
  if (/^[0-9a-f]{4,}$/.test(name)) return true;
  const others = [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/remotes/${name}/HEAD`];
  return (await Promise.all(others.map((ref) => hasRef(git, ref)))).includes(true);
}

const hasRef = async (git: Git, ref: string): Promise<boolean> =>
  (await git.ask(["show-ref", "--verify", "--quiet", ref])) !== null;

const isShallow = async (git: Git): Promise<boolean> =>
  (await git.ask(["rev-parse", "--is-shallow-repository"]))?.toString().trim() === "true";

const usage = (message: string, fix: string): Error => fail("USAGE", { message, fix });

const short = (name: string): string => name.replace(/^refs\/(?:remotes|heads)\//, "");

const ambiguous = (name: string): Error =>
  usage(
    `There is a tag that is called like something else: ${name} may be either.`,
    "Name the branch in full, such as refs/remotes/origin/main..HEAD, and look who made the tag.",
  );

const nothingNew = (name: string, head = "this"): Error =>
  usage(
    `There is nothing to compare: ${short(name)} has all of ${head} already.`,
    "Name what to compare with: writ check <base>..HEAD, or look at what is not committed: --staged, --work-tree",
  );

const unknown = (name: string): Error =>
  usage(`Git knows no commit ${name} here.`, "Fetch it, or name another base: writ check <base>..HEAD");

const shallow = (name: string): Error =>
  usage(
    `This clone is shallow: it does not have all commits since the change left ${short(name)}.`,
    "Fetch the whole history: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 in GitLab, elsewhere git fetch --unshallow",
  );

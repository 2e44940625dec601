/** The process as far as it tells which change is looked at. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** What a file holds that the environment names; `null` where it cannot be read. */
  readFile(path: string): string | null;
}

/** By system: the variable that holds a commit or a branch that a change goes into, and what must be set with it. */
const variables: readonly (readonly [name: string, kind: "commit" | "branch", only?: string])[] = [
  // The branch may have gone on, and been tightened, since the commit that a change left.
  ["CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "branch"],
  ["CI_MERGE_REQUEST_DIFF_BASE_SHA", "commit"],
  ["BITBUCKET_PR_DESTINATION_BRANCH", "branch"],
  ["BITBUCKET_PR_DESTINATION_COMMIT", "commit"],
  ["BUILDKITE_PULL_REQUEST_BASE_BRANCH", "branch"],
  ["SYSTEM_PULLREQUEST_TARGETBRANCH", "branch"],
  ["CHANGE_TARGET", "branch"],
  // For a push it is the branch that was pushed.
  ["DRONE_TARGET_BRANCH", "branch", "DRONE_PULL_REQUEST"],
];

/** By system, for a push: the commit that was there before, the branch that was pushed, and the main one. */
const pushes: readonly (readonly [before: string, branch: string, main: string])[] = [
  ["CI_COMMIT_BEFORE_SHA", "CI_COMMIT_BRANCH", "CI_DEFAULT_BRANCH"],
  ["DRONE_COMMIT_BEFORE", "DRONE_COMMIT_BRANCH", "DRONE_REPO_BRANCH"],
];

/** What a build server says the change goes into, best first. Empty where nothing says so. */
export function baseFrom(around: Surroundings): string[] {
  const valueIn = (name: string): string => around.env[name]?.trim() ?? "";
  const named = variables.flatMap(([name, kind, only]) => {
    const value = valueIn(name);
    if (value === "" || /^0+$/.test(value) || (only !== undefined && valueIn(only) === "")) return [];
    return kind === "commit" ? [value] : branches(value);
  });
  const pushed = pushes.flatMap(([before, branch, main]) =>
    fromPush({ before: valueIn(before), branch: valueIn(branch), main: valueIn(main) }),
  );
  return [...fromGitHub(around), ...named, ...pushed];
}

const branches = (name: string): string[] => {
  const branch = name.replace(/^refs\/heads\//, "");
  return [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`];
};

const isCommit = (id: string): boolean => /^[0-9a-f]{40,64}$/.test(id) && !/^0+$/.test(id);

/**
 * Only the main branch is compared with what it was: of any other, what was pushed before the last push is part of the
 * change too.
 */
function fromPush({ before, branch, main }: { before: string; branch: string; main: string }): string[] {
  if (main === "") return [];
  return branch.replace(/^refs\/heads\//, "") === main ? [before].filter(isCommit) : branches(main);
}

function fromGitHub({ env, readFile }: Surroundings): string[] {
  const branch = env.GITHUB_BASE_REF?.trim() ?? "";
  if (branch === "" && env.GITHUB_EVENT_PATH === undefined) return [];
  const event = parsed(env.GITHUB_EVENT_PATH === undefined ? null : readFile(env.GITHUB_EVENT_PATH));
  const shas = [at(event, "pull_request", "base", "sha"), at(event, "merge_group", "base_sha")];
  const push = {
    before: at(event, "before"),
    branch: at(event, "ref"),
    main: at(event, "repository", "default_branch"),
  };
  // The branch may have gone on since the event, and is what the change is merged into.
  const known = [...(branch === "" ? [] : branches(branch)), ...shas.filter(isCommit)];
  return known.length > 0 ? known : fromPush(push);
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function at(value: unknown, ...way: readonly string[]): string {
  let here: unknown = value;
  for (const key of way) {
    if (typeof here !== "object" || here === null) return "";
    here = new Map(Object.entries(here)).get(key);
  }
  return typeof here === "string" ? here : "";
}

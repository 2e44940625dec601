/** The process as far as it tells which change is looked at. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** What a file holds that the environment names; `null` where it cannot be read. */
  readFile(path: string): string | null;
}

/** By system: the variable that holds a commit or a branch to compare with, and whether it is a branch. */
const variables: readonly (readonly [name: string, kind: "commit" | "branch"])[] = [
  ["CI_MERGE_REQUEST_DIFF_BASE_SHA", "commit"],
  ["CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "branch"],
  ["BITBUCKET_PR_DESTINATION_COMMIT", "commit"],
  ["BITBUCKET_PR_DESTINATION_BRANCH", "branch"],
  ["BUILDKITE_PULL_REQUEST_BASE_BRANCH", "branch"],
  ["SYSTEM_PULLREQUEST_TARGETBRANCH", "branch"],
  ["CHANGE_TARGET", "branch"],
  ["DRONE_TARGET_BRANCH", "branch"],
  ["CI_COMMIT_BEFORE_SHA", "commit"],
];

/** What a build server says the change goes into, best first. Empty where nothing says so. */
export function baseFrom(around: Surroundings): string[] {
  const { env } = around;
  const named = variables.flatMap(([name, kind]) => {
    const value = env[name]?.trim() ?? "";
    if (value === "" || /^0+$/.test(value)) return [];
    return kind === "commit" ? [value] : branches(value);
  });
  return [...fromGitHub(around), ...named];
}

const branches = (name: string): string[] => {
  const branch = name.replace(/^refs\/heads\//, "");
  return [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`];
};

function fromGitHub({ env, readFile }: Surroundings): string[] {
  const branch = env.GITHUB_BASE_REF?.trim() ?? "";
  if (branch === "" && env.GITHUB_EVENT_PATH === undefined) return [];
  const event = parsed(env.GITHUB_EVENT_PATH === undefined ? null : readFile(env.GITHUB_EVENT_PATH));
  const shas = [at(event, "pull_request", "base", "sha"), at(event, "merge_group", "base_sha"), at(event, "before")];
  const known = shas.filter((sha) => /^[0-9a-f]{40,64}$/.test(sha) && !/^0+$/.test(sha));
  // The branch may have gone on since the event, and is what the change is merged into.
  return [...(branch === "" ? [] : branches(branch)), ...known];
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

import { expect, it } from "vitest";
import { baseFrom } from "./base-from.ts";

const sha = "0123456789012345678901234567890123456789";
const zero = "0".repeat(40);
const files: Readonly<Record<string, unknown>> = {
  pull: { pull_request: { base: { sha } } },
  queue: { merge_group: { base_sha: sha } },
  push: { before: sha, ref: "refs/heads/feature", repository: { default_branch: "main" } },
  main: { before: sha, ref: "refs/heads/main", repository: { default_branch: "main" } },
  first: { before: zero, ref: "refs/heads/main", repository: { default_branch: "main" } },
  old: { before: sha },
  odd: { pull_request: { base: { sha: "--upload-pack=x" } }, before: 7 },
  list: [1],
};
const readFile = (path: string) => (path === "torn" ? "{" : path in files ? JSON.stringify(files[path]) : null);
const main = ["refs/remotes/origin/main", "refs/heads/main"];

it.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ GITHUB_BASE_REF: "main" }, main],
  [{ GITHUB_BASE_REF: "main", GITHUB_EVENT_PATH: "pull" }, [...main, sha]],
  [{ GITHUB_BASE_REF: "", GITHUB_EVENT_PATH: "push" }, main],
  [{ GITHUB_EVENT_PATH: "main" }, [sha]],
  [{ GITHUB_EVENT_PATH: "old" }, []],
  [{ GITHUB_EVENT_PATH: "queue" }, [sha]],
  [{ GITHUB_EVENT_PATH: "first" }, []],
  [{ GITHUB_EVENT_PATH: "odd" }, []],
  [{ GITHUB_EVENT_PATH: "list" }, []],
  [{ GITHUB_EVENT_PATH: "torn" }, []],
  [{ GITHUB_EVENT_PATH: "nowhere" }, []],
  [{ CI_MERGE_REQUEST_DIFF_BASE_SHA: sha, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" }, [...main, sha]],
  [{ CI_COMMIT_BEFORE_SHA: zero }, []],
  [{ CI_COMMIT_BEFORE_SHA: sha }, []],
  [{ CI_COMMIT_BEFORE_SHA: sha, CI_COMMIT_BRANCH: "feature", CI_DEFAULT_BRANCH: "main" }, main],
  [{ CI_COMMIT_BEFORE_SHA: sha, CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" }, [sha]],
  [{ CI_COMMIT_BEFORE_SHA: zero, CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" }, []],
  [{ BITBUCKET_PR_DESTINATION_BRANCH: "main" }, main],
  [{ BITBUCKET_PR_DESTINATION_COMMIT: sha, BITBUCKET_PR_DESTINATION_BRANCH: "main" }, [...main, sha]],
  [{ BUILDKITE_PULL_REQUEST_BASE_BRANCH: "main" }, main],
  [{ SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/main" }, main],
  [{ CHANGE_TARGET: "main" }, main],
  [{ DRONE_TARGET_BRANCH: "main" }, []],
  [{ DRONE_TARGET_BRANCH: "main", DRONE_PULL_REQUEST: "7" }, main],
  [{ DRONE_TARGET_BRANCH: "feature", DRONE_COMMIT_BRANCH: "feature", DRONE_REPO_BRANCH: "main" }, main],
])("what %j says a change goes into", (env, names) => {
  expect(baseFrom({ env, readFile })).toEqual(names);
});

// Writes the report to the pull request as one comment, and writes it anew each time instead of adding another.
import { readFileSync } from "node:fs";

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_TOKEN, WRIT_COMMENT_FILE } = process.env;

/** The first line of every report: by it an earlier comment on the same workspace is known again. */
const marker = /^<!-- writ-check (?:[\w.!~*'()%]+ )?-->$/;

/** @param {unknown} text */
const firstLine = (text) =>
  String(text ?? "")
    .split("\n")[0]
    ?.trim() ?? "";

/** The number of the pull request; `null` for a run of another kind. */
function pullRequest() {
  try {
    const { pull_request: pull, issue } = JSON.parse(readFileSync(GITHUB_EVENT_PATH ?? "", "utf8"));
    const number = pull?.number ?? (issue?.pull_request === undefined ? null : issue.number);
    return Number.isInteger(number) ? number : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL ?? "https://api.github.com"}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "content-type": "application/json",
      "user-agent": "writ-check",
      "x-github-api-version": "2022-11-28",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} ${path.replace(/\?.*/, "")}: ${response.status}`);
  return response.json();
}

/**
 * Ours, and not somebody's who wrote the same words: only a bot's comment is written anew.
 * @param {number} number
 * @param {string} mark
 */
async function earlier(number, mark) {
  for (let page = 1; page <= 50; page += 1) {
    const comments = await call("GET", `/issues/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find((one) => one.user?.type === "Bot" && firstLine(one.body) === mark);
    if (own !== undefined) return own;
    if (comments.length < 100) return null;
  }
  return null;
}

const number = pullRequest();
if (number === null) {
  console.log("This run is about no pull request, so there is nothing to comment on.");
  process.exit(0);
}
try {
  const body = readFileSync(WRIT_COMMENT_FILE ?? "", "utf8");
  const mark = firstLine(body);
  if (!marker.test(mark)) throw new Error("the report is not one of writ check");
  const known = await earlier(number, mark);
  if (known === null) await call("POST", `/issues/${number}/comments`, { body });
  else if (known.body !== body) await call("PATCH", `/issues/comments/${known.id}`, { body });
} catch (error) {
  // A fork's token may only read; the check itself has its own result.
  const reason = String(error instanceof Error ? error.message : error).replaceAll(/[%\r\n]/g, " ");
  console.log(
    `::notice title=writ check::The comment could not be written (${reason}). It needs: permissions: pull-requests: write`,
  );
}

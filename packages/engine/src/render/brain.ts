import type { Lesson, Verification } from "@writ/contracts";
import { visibleLine } from "../preview.ts";

const start = "<!-- writ:lessons -->";
const end = "<!-- /writ:lessons -->";
const heading = "## Lessons learned";
/** How many lessons are kept; the oldest make room. */
const most = 100;
const longest = 500;

/** One line, and nothing in it that could pass for the marks around our section. */
const plain = (text: string): string => visibleLine(text).replaceAll("<!--", "< !--").slice(0, longest);

const code = (text: string): string => `\`${plain(text).replaceAll("`", "'")}\``;

const looked: Record<Verification, string> = {
  test: "the tests",
  lint: "the linter",
  types: "the type check",
  format: "the formatter",
  build: "the build",
};

function failureIn({ intent, tool, paths, verified, criterion }: Lesson): string {
  const under = intent ?? "no intent";
  if (criterion !== undefined) return `${under}: criterion ${criterion} did not hold`;
  const on = paths.length > 0 ? ` on ${paths.map(code).join(", ")}` : "";
  const failed = `${code(tool ?? "a tool")} failed${on}`;
  return verified === undefined ? failed : `${under}: ${looked[verified]} failed (${code(tool ?? "a tool")})`;
}

const sentences: Record<Lesson["kind"], (lesson: Lesson) => string> = {
  scope: ({ intent, paths }) => `${intent ?? "no intent"} may not change ${paths.map(code).join(", ")}`,
  failure: failureIn,
  completion: ({ intent, forced }) =>
    `${intent ?? "the work"} was ${forced === true ? "closed by force: not all it asks for held" : "completed"}`,
  lesson: ({ text }) => plain(text ?? ""),
};

/** A lesson without its time: two that read the same are the same. */
function body(lesson: Lesson): string {
  const said = sentences[lesson.kind]({ ...lesson, intent: lesson.intent === null ? null : plain(lesson.intent) });
  const known = [lesson.kind, lesson.code, lesson.kind === "lesson" ? lesson.intent : undefined].filter(
    (part) => part != null,
  );
  return `[${known.join(" ")}] ${said}`;
}

function split(markdown: string): { before: string; lessons: string[]; after: string } | null {
  const from = markdown.indexOf(start);
  const to = markdown.indexOf(end, from);
  if (from < 0 || to < 0) return null;
  const lessons = markdown
    .slice(from, to)
    .split(/\r?\n/)
    .filter((line) => line.startsWith("- "));
  return { before: markdown.slice(0, from), lessons, after: markdown.slice(to + end.length) };
}

/** The line that sets our section apart from what a person wrote, whatever that ends with. */
function gapAfter(text: string, eol: string): string {
  if (text === "") return "";
  return text.endsWith("\n") ? eol : eol + eol;
}

/**
 * The shared brain with one more lesson, in a section of our own at its end. What people wrote around it stays byte
 * for byte; a lesson that is there already moves to the end with its new time.
 */
export function addLesson(markdown: string, lesson: Lesson): string {
  const eol = markdown.includes("\r\n") ? "\r\n" : "\n";
  const found = split(markdown);
  const said = body(lesson);
  const others = (found?.lessons ?? []).filter((line) => !line.endsWith(` ${said}`));
  const lessons = [...others, `- ${lesson.at} ${said}`].slice(-most);
  const section = [start, heading, "", ...lessons, end].join(eol);
  return found === null
    ? `${markdown}${gapAfter(markdown, eol)}${section}${eol}`
    : `${found.before}${section}${found.after}`;
}

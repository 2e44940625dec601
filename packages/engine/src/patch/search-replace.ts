import type { Edit } from "@writ/contracts";

/** The edits of SEARCH/REPLACE text, or why it cannot be read. */
export type EditsRead = { ok: true; edits: Edit[] } | { ok: false; reason: string };

/** The files of Roo's multi-file form, each with its SEARCH/REPLACE text; or why it cannot be read. */
export type FilesRead = { ok: true; files: { path: string; diff: string }[] } | { ok: false; reason: string };

/** Reads Roo's `<<<<<<< SEARCH … ======= … >>>>>>> REPLACE` blocks. */
export function parseSearchReplace(text: string): EditsRead {
  const edits: Edit[] = [];
  const lines = text.split(/\r?\n/);
  let state: "outside" | "head" | "search" | "replace" = "outside";
  let old: string[] = [];
  let fresh: string[] = [];
  for (const line of lines) {
    if (state === "outside") {
      if (/^<{7,9} SEARCH>?\s*$/.test(line)) [state, old, fresh] = ["head", [], []];
      else if (line.trim() !== "") return { ok: false, reason: "there is text outside of the SEARCH/REPLACE blocks" };
    } else if (state === "head" && /^:(start|end)_line:\s*\d+\s*$/.test(line)) {
      // Only says where to look.
    } else if (state === "head" && /^-{7}\s*$/.test(line)) state = "search";
    else if (/^={7}\s*$/.test(line) && state !== "replace") state = "replace";
    else if (/^>{7} REPLACE\s*$/.test(line) && state === "replace") {
      edits.push({ old: old.join("\n"), new: fresh.join("\n") });
      state = "outside";
    } else if (/^(<{7} SEARCH|>{7} REPLACE|={7})\s*$/.test(line)) {
      return { ok: false, reason: "a SEARCH/REPLACE block has its markers in the wrong order" };
    } else if (state === "replace") fresh.push(line);
    else {
      state = "search";
      old.push(line);
    }
  }
  if (state !== "outside") return { ok: false, reason: "a SEARCH/REPLACE block does not end" };
  if (edits.length === 0) return { ok: false, reason: "there is no SEARCH/REPLACE block" };
  return { ok: true, edits };
}

/** Reads Roo's multi-file XML: `<args><file><path>…</path><diff><content>…</content></diff></file></args>`. */
export function parseRooFiles(xml: string): FilesRead {
  const files: { path: string; diff: string }[] = [];
  const inner = /^\s*(?:<args>)?([\s\S]*?)(?:<\/args>)?\s*$/.exec(xml)?.[1] ?? "";
  const file = /\s*<file>\s*<path>([^<]*)<\/path>([\s\S]*?)<\/file>\s*/y;
  let at = 0;
  while (at < inner.length) {
    file.lastIndex = at;
    const [, path, body] = file.exec(inner) ?? [];
    if (path === undefined || body === undefined || path.trim() === "") {
      return { ok: false, reason: "the list of files cannot be read" };
    }
    if (/<\/?(file|path)>/.test(body)) return { ok: false, reason: "a file of the list names another one" };
    const contents = [...body.matchAll(/<content>([\s\S]*?)<\/content>/g)].map(([, text]) => unwrapped(text ?? ""));
    files.push({ path: path.trim(), diff: contents.join("\n") });
    at = file.lastIndex;
  }
  return files.length === 0 ? { ok: false, reason: "the list of files is empty" } : { ok: true, files };
}

const unwrapped = (text: string): string => /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text)?.[1]?.trim() ?? text.trim();

import { type Cell, isNumber, type Table } from "./cells.ts";
import { barSvg } from "./charts/bar.ts";
import { html } from "./charts/html-text.ts";
import { sparkline } from "./charts/sparkline.ts";
import { sayNumber, sayShare } from "./numbers.ts";

/** A table that scrolls by itself, with keys too, where it is wider than the page. */
export function tableHtml({ caption, head, rows, more }: Table): string {
  const [first = []] = rows;
  const titles = head.map(
    (title, at) =>
      `<th scope="col"${first[at] !== undefined && isNumber(first[at]) ? ' class="number"' : ""}>${html(title)}</th>`,
  );
  const body = rows.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`);
  const left = more > 0 ? `<p class="note">… and ${sayNumber(more)} more.</p>` : "";
  return `<div class="scroll" role="region" tabindex="0" aria-label="${html(caption)}"><table><caption>${html(caption)}</caption><thead><tr>${titles.join("")}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>${left}`;
}

/** The first cell names the row. */
function cellHtml(cell: Cell, at: number): string {
  const tag = at === 0 ? 'th scope="row"' : "td";
  return `<${tag}${classOf(cell)}>${contentOf(cell)}</${at === 0 ? "th" : "td"}>`;
}

const shortest = 20;

function classOf(cell: Cell): string {
  if (isNumber(cell)) return ' class="number"';
  if (cell.kind === "bar") return ' class="measure"';
  if (cell.kind === "words") return cell.text.length <= shortest ? ' class="short"' : ' class="words"';
  return "";
}

/** Names may run from right to left; the rest of the row does not. */
function contentOf(cell: Cell): string {
  switch (cell.kind) {
    case "words":
      return `<bdi>${html(cell.text)}</bdi>`;
    case "name":
      return `<code class="${cell.text.length > shortest ? "name" : "short"}"><bdi>${html(cell.text)}</bdi></code>`;
    case "count":
      return sayNumber(cell.value);
    case "share":
      return sayShare(cell.part, cell.all);
    case "bar":
      return `${sayNumber(cell.value)}${barSvg(cell.value, cell.most)}`;
    case "spark":
      return sparkline(cell.values, cell.label);
  }
}

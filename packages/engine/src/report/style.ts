/** The page's whole style: light and dark, narrow and wide, screen and paper. */
export const style = `
:root { color-scheme: light dark; --paper: #fff; --raised: #f6f7f9; --ink: #1b1f27; --soft: #565e6c; --line: #dde1e7; --ai: #4f5bd5; --people: #d9902f; --track: #e9ecf1; --focus: #1f6feb; }
@media (prefers-color-scheme: dark) { :root { --paper: #12151b; --raised: #1a1f27; --ink: #e8ebf0; --soft: #a3adbb; --line: #2c333e; --ai: #8e98ff; --people: #e5a650; --track: #272e38; --focus: #6cb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
main, header, footer { max-width: 1080px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 36px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 0 0 6px; }
p { margin: 0 0 10px; max-width: 76ch; overflow-wrap: anywhere; }
.soft, .note, caption, footer { color: var(--soft); }
.note, footer { font-size: 0.85rem; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 16px 0 0; padding: 0; font-size: 0.9rem; }
a { color: inherit; text-decoration-color: var(--ai); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 14px; margin: 24px 0 0; }
.figure { background: var(--raised); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; display: flex; flex-direction: column; }
.figure dt { order: 2; font-weight: 600; }
.figure dd { margin: 0; }
.figure .value { order: 1; font-size: 1.9rem; line-height: 1.15; font-weight: 650; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
.figure .more { order: 3; color: var(--soft); font-size: 0.85rem; }
section { padding: 30px 0 6px; border-top: 1px solid var(--line); margin-top: 26px; }
.scroll { overflow-x: auto; margin: 10px 0 14px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
caption { text-align: left; padding: 0 0 6px; font-weight: 600; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); font-size: 0.8rem; white-space: nowrap; border-bottom-color: var(--soft); }
th:last-child, td:last-child { padding-right: 0; }
tbody th { font-weight: 400; color: inherit; font-size: inherit; white-space: normal; border-bottom-color: var(--line); }
.number { text-align: right; width: 1%; font-variant-numeric: tabular-nums; white-space: nowrap; }
.words { min-width: 7ch; max-width: 38ch; overflow-wrap: anywhere; }
.short { white-space: nowrap; }
code { font: 0.92em ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
td .name, th .name { display: inline-block; min-width: min(16ch, 40vw); }
.measure { min-width: 120px; width: 22%; font-variant-numeric: tabular-nums; }
svg { display: block; }
svg.bar { margin-top: 3px; }
.ai { fill: var(--ai); } .people { fill: var(--people); } .track { fill: var(--track); }
.reach { fill: transparent; } g:hover > .reach { fill: var(--track); }
.grid, .axis { stroke: var(--line); fill: none; shape-rendering: crispEdges; }
.chart { display: flex; margin: 8px 0 4px; } .gutter { flex: none; } .plot { flex: 1; min-width: 0; overflow: visible; }
.chart text { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.legend { display: flex; gap: 18px; list-style: none; margin: 6px 0 12px; padding: 0 0 0 44px; font-size: 0.85rem; color: var(--soft); }
.legend svg { display: inline-block; margin-right: 6px; vertical-align: -1px; }
details { margin: 4px 0 12px; } summary { cursor: pointer; font-size: 0.9rem; width: fit-content; }
footer { margin-top: 34px; padding-top: 14px; padding-bottom: 40px; }
@media (max-width: 860px) { .figures { grid-template-columns: repeat(2, 1fr); } }
@media (max-width: 700px) { .scroll table { min-width: 600px; } .words { min-width: 18ch; } }
@media (max-width: 480px) { main, header, footer { padding-left: 16px; padding-right: 16px; } .figures { gap: 10px; } .figure { padding: 12px; } .figure .value { font-size: 1.5rem; } .legend { padding-left: 0; } }
@media print { :root { --paper: #fff; --raised: #fff; --ink: #000; --soft: #444; --line: #bbb; --ai: #4f5bd5; --people: #d9902f; --track: #eee; } body { font-size: 10.5pt; } nav { display: none; } main, header, footer { max-width: none; padding: 0; } .figures { grid-template-columns: repeat(4, 1fr); } section, tr, .figure, .chart { break-inside: avoid; } section { break-inside: auto; } .scroll { overflow: visible; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

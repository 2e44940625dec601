/** One command line of a corpus. */
export interface ShellCase {
  readonly id: string;
  readonly group: string;
  readonly command: string;
}

/** Text as one word of the shell, in single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A template filled in: `@@` is the payload as it stands, `%%` the payload as one quoted word. */
function filled(template: string, payload: string): string {
  return template.replace(/@@|%%/g, (sign) => (sign === "@@" ? payload : quoted(payload)));
}

/** Every template with every payload. An id says which: `wrapper.12.3`. */
export function grow(group: string, templates: readonly string[], payloads: readonly string[]): ShellCase[] {
  return templates.flatMap((template, row) =>
    payloads.map((payload, column) => ({
      id: `${group}.${row + 1}.${column + 1}`,
      group,
      command: filled(template, payload),
    })),
  );
}

/** The lines of a text with their line ends, exactly as they stand. Only a line feed ends a line. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => `${line}\n`), ...(last === "" ? [] : [last])];
}

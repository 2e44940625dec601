// Who really made every line, by the marked words in it, and which operations a line has been through.

import { marksOf, saidIn } from "./text.ts";
import type { Copy } from "./world.ts";

/** What is known of one marked word. */
interface Mark {
  /** `human`, or the id of a trace; one more for each copy that was pasted. */
  makers: string[];
  /** What happened to the files it was in, since and with its making. */
  operations: Set<string>;
}

export class Truth {
  /** All that happened, in order. */
  readonly operations: string[] = [];
  readonly marks = new Map<string, Mark>();
  /** Lines that once stood in a file with an equal one. */
  readonly twins = new Set<string>();
  /** Lines that git made two of: it brought one back, or both sides of a conflict were kept. */
  readonly doubled = new Set<string>();
  /** What is going on. */
  current = "start";
  private readonly first: number;
  /** Words of two letters say nothing; where lines are common, there are none. */
  constructor(first = 1) {
    this.first = first;
  }
  private files = new Map<string, string>();

  /** A new word. An agent's gets its trace when the call is over. */
  word(by: string): string {
    const name = `x${this.marks.size + this.first}`;
    this.marks.set(name, { makers: [by], operations: new Set([this.current]) });
    return name;
  }

  /** A new mark for a line that others may have typed too, or that somebody changed in part. */
  mark(by: string): string {
    const name = `b1${this.marks.size.toString(2)}`;
    this.marks.set(name, { makers: [by], operations: new Set([this.current]) });
    return name;
  }

  /** Lines that somebody pastes are theirs, in that place. */
  pasted(lines: readonly string[], by: string): void {
    for (const name of lines.flatMap(marksOf)) this.marks.get(name)?.makers.push(by);
  }

  /** What an agent wrote since the last time was this trace's. */
  settle(trace: string | null): void {
    for (const { makers } of this.marks.values())
      for (const [at, maker] of makers.entries()) if (maker === "ai") makers[at] = trace ?? "none";
  }

  begin(operation: string): void {
    this.current = operation;
    this.operations.push(operation);
  }

  /** Notes which words were in files that the operation changed. */
  end({ paths, read }: Copy): void {
    for (const path of paths()) this.noteTwins(read(path));
    const now = new Map(paths().map((path) => [path, read(path).join("\n")]));
    this.noteDoubled([...now.values()]);
    const changed = [...new Set([...now.keys(), ...this.files.keys()])].filter(
      (path) => now.get(path) !== this.files.get(path),
    );
    for (const path of changed)
      for (const name of [now, this.files].flatMap((files) => (files.get(path) ?? "").split("\n").flatMap(marksOf)))
        this.marks.get(name)?.operations.add(this.current);
    this.files = now;
  }

  /** Of a line that stands twice because git put it back, nobody can say which of the two is the copy. */
  private noteDoubled(texts: readonly string[]): void {
    if (!this.current.startsWith("git ")) return;
    const count = (all: readonly string[]): Map<string, number> => {
      const found = new Map<string, number>();
      for (const line of all.flatMap((text) => text.split("\n")))
        for (const name of marksOf(line).slice(0, 1)) found.set(name, (found.get(name) ?? 0) + 1);
      return found;
    };
    const before = count([...this.files.values()]);
    for (const [name, times] of count(texts))
      if (times > (before.get(name) ?? times) && times > (this.marks.get(name)?.makers.length ?? 1))
        this.doubled.add(name);
  }

  /** Of equal lines in one file nobody can say which is which, then or later. */
  private noteTwins(lines: readonly string[]): void {
    const bySaid = new Map<string, Set<string>>();
    for (const line of lines)
      for (const name of marksOf(line))
        if (name.startsWith("b")) bySaid.set(saidIn(line), (bySaid.get(saidIn(line)) ?? new Set()).add(name));
    for (const names of bySaid.values()) if (names.size > 1) for (const name of names) this.twins.add(name);
  }
}

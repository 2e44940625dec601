import type { Effect, FileFact } from "@writ/contracts";
import { aCommand, aFile, factsWith } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";

const link = (path: string, to: string): Effect => ({ op: "create", path, to, certainty: "inferred" });
const write = (path: string): Effect => ({ op: "modify", path, certainty: "inferred" });
const copied = (path: string): Effect => ({ ...write(path), within: true });
const move = (from: string, path: string): Effect => ({ op: "rename", from, path, certainty: "inferred" });
const absent = (path: string, over: Partial<FileFact> = {}) => aFile(path, { kind: "absent", hash: null, ...over });
const folder = (path: string, over: Partial<FileFact> = {}) => aFile(path, { kind: "directory", hash: null, ...over });

describe("what one command line links or moves", () => {
  const cases: [what: string, effects: Effect[], files: FileFact[], answer: string][] = [
    ["a link into the scope", [link("src/auth/x", "src/auth/a")], [absent("src/auth/x"), aFile("src/auth/a")], "pass"],
    [
      "a link out of scope",
      [link("src/auth/x", "src/billing/a")],
      [absent("src/auth/x"), aFile("src/billing/a")],
      "SCOPE_VIOLATION",
    ],
    [
      "a link to what is protected",
      [link("src/auth/x", ".git/hooks")],
      [absent("src/auth/x"), folder(".git/hooks", { tier: "protected" })],
      "PROTECTED_PATH",
    ],
    [
      "a link out of the workspace",
      [link("src/auth/x", "/etc")],
      [absent("src/auth/x"), folder("/etc", { place: "outside" })],
      "PATH_OUTSIDE_WORKSPACE",
    ],
    [
      "a link to a folder, and a write below it that is out of scope",
      [link("src/auth/x", "src/auth/d"), write("src/auth/x/f")],
      [
        absent("src/auth/x"),
        folder("src/auth/d"),
        absent("src/auth/x/f"),
        aFile("src/auth/d/f", { path: "src/billing/f" }),
      ],
      "SCOPE_VIOLATION",
    ],
    [
      "a write that climbs out of a link it made",
      [link("src/auth/x", "src/auth/d"), write("src/auth/x/../f")],
      [absent("src/auth/x"), folder("src/auth/d"), absent("src/auth/x/../f", { path: "src/auth/f" })],
      "APPROVAL_REQUIRED",
    ],
    [
      "a moved link that is written to",
      [move("src/auth/l", "src/auth/m"), write("src/auth/m")],
      [aFile("src/auth/l", { path: "src/billing/a", entry: "src/auth/l" }), absent("src/auth/m")],
      "APPROVAL_REQUIRED",
    ],
    [
      "a moved folder with a link in it that is written to",
      [move("src/auth/d", "src/auth/e"), write("src/auth/e/f")],
      [
        folder("src/auth/d"),
        absent("src/auth/e"),
        absent("src/auth/e/f"),
        aFile("src/auth/d/f", { path: "src/billing/f", entry: "src/auth/d/f" }),
      ],
      "APPROVAL_REQUIRED",
    ],
    [
      "a moved file that is written to",
      [move("src/auth/a", "src/auth/b"), write("src/auth/b")],
      [aFile("src/auth/a"), absent("src/auth/b")],
      "pass",
    ],
    [
      "a copied link that is written to",
      [copied("src/auth/l"), { ...copied("src/auth/l/a"), ifFolder: true }, write("src/auth/l")],
      [absent("src/auth/l"), absent("src/auth/l/a")],
      "APPROVAL_REQUIRED",
    ],
    [
      "a copied folder that is written into",
      [copied("src/auth/l"), { ...copied("src/auth/l/d"), ifFolder: true }, write("src/auth/l/x")],
      [absent("src/auth/l"), absent("src/auth/l/d"), absent("src/auth/l/x")],
      "APPROVAL_REQUIRED",
    ],
    [
      "files by a pattern, and one of them",
      [{ ...write("src/auth"), within: true }, write("src/auth/a")],
      [folder("src/auth"), aFile("src/auth/a")],
      "pass",
    ],
    [
      "another spelling of the link",
      [link("/ws/src/auth/x", "src/auth/d"), write("src/auth/x/f")],
      [
        absent("/ws/src/auth/x", { path: "src/auth/x" }),
        folder("src/auth/d"),
        absent("src/auth/x/f"),
        aFile("src/auth/d/f", { path: "src/billing/f" }),
      ],
      "SCOPE_VIOLATION",
    ],
  ];
  it.each(cases)("%s", (_, effects, files, answer) => {
    const call = aCommand("x", "changes", { effects });
    const { verdict } = decide(call, factsWith({ files }));
    expect(verdict.kind === "ask" || verdict.kind === "deny" ? verdict.problem.code : verdict.kind).toBe(answer);
  });
});

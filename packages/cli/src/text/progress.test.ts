import { expect, it } from "vitest";
import { progress } from "./progress.ts";

function shownBy(work: (tick: (ms: number) => void, bar: ReturnType<typeof progress>) => void): (string | null)[] {
  const shown: (string | null)[] = [];
  let at = Date.parse("2026-11-15T10:00:00.000Z");
  const bar = progress(
    { status: (line) => shown.push(line), now: () => new Date(at).toISOString() },
    "Reading the ledger",
  );
  work((ms) => {
    at += ms;
  }, bar);
  return shown;
}

it("says nothing of what is over in a moment", () => {
  const shown = shownBy((tick, bar) => {
    tick(600);
    bar.update(5, 10);
    bar.done();
  });
  expect(shown).toEqual([]);
});

it("shows how far it is, and takes the line away at the end", () => {
  const shown = shownBy((tick, bar) => {
    tick(800);
    bar.update(5, 10);
    tick(50);
    bar.update(6, 10);
    tick(100);
    bar.update(10, 10);
    bar.done();
  });
  expect(shown).toEqual([
    "Reading the ledger [############------------] 50 %",
    "Reading the ledger [########################] 100 %",
    null,
  ]);
});

it("does not mind an unknown or wrong end", () => {
  const shown = shownBy((tick, bar) => {
    tick(800);
    bar.update(5, 0);
    tick(200);
    bar.update(50, 10);
  });
  expect(shown).toEqual([
    "Reading the ledger [------------------------] 0 %",
    "Reading the ledger [########################] 100 %",
  ]);
});

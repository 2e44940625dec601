import { expect, it } from "vitest";
import { analyse } from "../shell/analyse.ts";
import { verificationOf } from "./verification.ts";

it.each([
  ["npm test", "test"],
  ["cd api && npm test -- --token=secret 2>&1 | tail", "test"],
  ["npm run test:unit", "test"],
  ["pytest -q", "test"],
  ["python -m pytest tests", "test"],
  ["cargo test", "test"],
  ["mvn -q test", "test"],
  ["eslint src", "lint"],
  ["npm run lint", "lint"],
  ["cargo clippy", "lint"],
  ["go vet ./...", "lint"],
  ["biome check .", "lint"],
  ["npx tsc -b", "types"],
  ["npm run type-check", "types"],
  ["prettier --check .", "format"],
  ["make", "build"],
  ["make check", "lint"],
  ["./gradlew build", "build"],
  ["npm run build", "build"],
  ["tsc --noEmit", "types"],
  ["npx tsc --noEmit", "types"],
  ["cd api && tsc --noEmit -p .", "types"],
  ["node --test", "test"],
  ["python3 -m unittest", "test"],
  ["ls test", null],
  ["test -f a.ts", null],
  ["npm run dev", null],
  ["npm ci", null],
  ["node x.js", null],
  ["grep test a", null],
  ["rm -rf test", null],
])("%s is run to verify: %s", (line, expected) => {
  const { class: found, runners } = analyse(line, { runners: [] });
  expect(verificationOf({ class: found, text: line, ...(runners && { runners }) })).toBe(expected);
});

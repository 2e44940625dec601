import type { LineShape } from "@writ/contracts";
import { fingerprint } from "../lines/fingerprint.ts";

/** Formatters choose blanks, quotes, semicolons, trailing commas and the lines brackets stand on. */
const free = /[\s,;'"`()[\]{}]/g;

const modulus = 2 ** 31 - 1;
const base = 1_000_003;

/** The shape of one line. */
export function shapeOf(line: string, hash: (text: string) => string): LineShape {
  const text = line.replace(free, "");
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = step(sum, text.charCodeAt(at) + 1);
  return { print: fingerprint(line, hash), size: text.length, sum };
}

/** What a line is told again by, whatever a formatter did to it. */
export function keyOf({ print, size, sum }: LineShape): string {
  return size === 0 ? print : `${size}.${sum}`;
}

/** Size and sum as a record keeps them. */
export function sumText({ size, sum }: LineShape): string {
  return `${size.toString(36)}.${sum.toString(36)}`;
}

/** The shape a record tells of. */
export function parseShape(print: string, text: string | undefined): LineShape {
  const [size = "0", sum = "0"] = (text ?? "").split(".");
  return { print, size: Number.parseInt(size, 36) || 0, sum: Number.parseInt(sum, 36) || 0 };
}

/** The sum of two texts one after the other. */
export function joined(left: number, right: number, rightSize: number): number {
  return (multiply(left, power(rightSize)) + right) % modulus;
}

function step(sum: number, code: number): number {
  return (multiply(sum, base) + code) % modulus;
}

/** Both are below 2^31, their product is not exact in a double: in two halves it is. */
function multiply(one: number, other: number): number {
  const high = Math.floor(one / 65_536);
  const low = one % 65_536;
  return (((high * other) % modulus) * 65_536 + low * other) % modulus;
}

const powers: number[] = [1];
function power(size: number): number {
  while (powers.length <= size) powers.push(multiply(powers.at(-1) ?? 1, base));
  return powers[size] ?? 1;
}

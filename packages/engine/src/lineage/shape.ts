import type { LineShape } from "@writ/contracts";
import { isCommonLine } from "../lines/common.ts";
import { fingerprint } from "../lines/fingerprint.ts";

/** Formatters choose blanks, quotes, semicolons, trailing commas and the lines brackets stand on. */
const free = /[\s,;'"`()[\]{}]/g;

const modulus = 2 ** 31 - 1;
const base = 1_000_003;

/** The shape of one line. */
export function shapeOf(line: string, hash: (text: string) => string): LineShape {
  return { print: fingerprint(line, hash), ...sumOf(line), ...commonMark(line) };
}

/** What is not kept of a shape, and only its text tells. */
export const commonMark = (line: string): Pick<LineShape, "isCommon"> => (isCommonLine(line) ? { isCommon: true } : {});

/** What a line that says something is told again by, without the cost of its fingerprint. */
export function lineKey(line: string): { key: string; size: number } {
  const { size, sum } = sumOf(line);
  return { key: `${size}.${sum}`, size };
}

/** A text without what formatters choose: what it says is in there, however it is laid out. */
export function plainText(text: string): string {
  return text.replace(free, "");
}

function sumOf(line: string): Pick<LineShape, "size" | "sum"> {
  const text = plainText(line);
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = step(sum, text.charCodeAt(at) + 1);
  return { size: text.length, sum };
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
  const dot = text?.indexOf(".") ?? -1;
  if (text === undefined || dot === -1) return { print, size: Number.parseInt(text ?? "", 36) || 0, sum: 0 };
  return { print, size: digitsIn(text, 0, dot), sum: digitsIn(text, dot + 1, text.length) };
}

/** A number in base 36. By hand: a ledger has ten million of them. */
function digitsIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code < 58 ? code - 48 : code - 87;
    if (digit < 0 || digit > 35) return 0;
    number = number * 36 + digit;
  }
  return number;
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

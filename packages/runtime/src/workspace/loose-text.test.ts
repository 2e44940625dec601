import { expect, it } from "vitest";
import { looseText } from "./loose-text.ts";

it.each([
  ["echo größe 文件 🙂", Buffer.from("echo größe 文件 🙂"), "echo größe 文件 🙂"],
  ["Latin-1", Buffer.from("echo caf\u00e9 au lait", "latin1"), "echo caf\udce9 au lait"],
  [
    "half a pair in UTF-8",
    Buffer.from("echo this and that and more: \u00ed\u00a0\u0080", "latin1"),
    "echo this and that and more: \udced\udca0\udc80",
  ],
  ["a zero byte", Buffer.from("echo a\0b"), null],
  ["mostly other bytes", Buffer.from([0xff, 0xfe, 0x61, 0x62]), null],
])("reads %s", (_, bytes, text) => {
  expect(looseText(bytes)).toBe(text);
});

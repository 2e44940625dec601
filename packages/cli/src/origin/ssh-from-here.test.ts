import { expect, it } from "vitest";
import { isSshFromHere, sshPorts } from "./ssh-from-here.ts";

const head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
const table = (...rows: readonly string[]) =>
  head + rows.map((row, at) => `   ${at}: ${row} 00000000:00000000 00:00000000 00000000 0 0 1 1\n`).join("");
const mapped = (word: string) => `0000000000000000FFFF0000${word}`;
const own6 = "0000000000000000000000000100007F".replace("0100007F", "01000000");

it.each<[string, string[], boolean]>([
  ["no connection at all", [table()], false],
  ["a login from elsewhere", [table("0A00000A:0016 0500000A:C350 01")], false],
  ["a login to elsewhere", [table("0A00000A:C350 0500000A:0016 01")], false],
  ["a listening server", [table("00000000:0016 00000000:0000 0A")], false],
  ["a login over the loopback", [table("0100007F:0016 0100007F:C350 01", "0100007F:C350 0100007F:0016 01")], true],
  [
    "a login to the machine's own address",
    [table("0A00000A:C350 0A00000A:0016 01", "0A00000A:0016 0A00000A:C350 01")],
    true,
  ],
  ["one that is over", [table("0100007F:0016 0100007F:C350 06", "0100007F:C350 0100007F:0016 06")], false],
  ["another service", [table("0100007F:1538 0100007F:C350 01", "0100007F:C350 0100007F:1538 01")], false],
  ["a login over IPv6", [table(), table(`${own6}:0016 ${own6}:C350 01`, `${own6}:C350 ${own6}:0016 01`)], true],
  [
    "a server that answers IPv4 on a socket of IPv6",
    [table("0100007F:C350 0100007F:0016 01"), table(`${mapped("0100007F")}:0016 ${mapped("0100007F")}:C350 01`)],
    true,
  ],
])("%s: an SSH login from here is %s", (_, tables, expected) => {
  expect(isSshFromHere(tables, new Set([22]))).toBe(expected);
});

it("knows the ports of a server by its settings and its command line", () => {
  const settings = ["#Port 21\nPort 2222\nListenAddress 0.0.0.0:2223\n", "  port=2224\n"];
  expect([...sshPorts(settings, ["sshd", "-D", "-p", "2225"])]).toEqual([22, 2222, 2223, 2224, 2225]);
});

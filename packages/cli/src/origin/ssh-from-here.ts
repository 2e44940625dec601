/** `0100007F:0016` and the form of IPv6, as in `/proc/net/tcp`: words in the byte order of the machine. */
function endOf(text: string): { address: string; port: number } {
  const [hex = "", port = ""] = text.split(":");
  const words = (hex.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse().join(""));
  const whole = words.join("").toLowerCase();
  const mapped = /^(?:0{20}ffff)?([0-9a-f]{8})$/.exec(whole)?.[1];
  return { address: mapped ?? whole, port: Number.parseInt(port, 16) };
}

const established = "01";

/**
 * Whether a program of this machine is connected to its own SSH server: then a login may be an agent's, and nothing
 * that a user may read tells which one. `tables` are the texts of `/proc/net/tcp` and `tcp6`.
 */
export function isSshFromHere(tables: readonly string[], ports: ReadonlySet<number>): boolean {
  const rows = tables.flatMap((table) =>
    table.split("\n").flatMap((line) => {
      const [, local, remote, state] = line.trim().split(/\s+/);
      if (local === undefined || remote === undefined || state !== established) return [];
      return [{ local: endOf(local), remote: endOf(remote) }];
    }),
  );
  // A connection within the machine is there twice, once from either end.
  const clients = new Set(rows.map(({ local, remote }) => spell(remote, local)));
  return rows.some(({ local, remote }) => ports.has(local.port) && clients.has(spell(local, remote)));
}

type End = ReturnType<typeof endOf>;
const spell = (one: End, other: End): string => `${one.address} ${one.port} ${other.address} ${other.port}`;

/** The ports an SSH server of this machine may listen on, as its settings and its own command line say. */
export function sshPorts(settings: readonly string[], commandLine: readonly string[]): Set<number> {
  const ports = new Set([22]);
  for (const text of settings)
    for (const [, port] of text.matchAll(/^[ \t]*(?:Port|ListenAddress[ \t]+\S*:)[ \t=]*(\d+)/gim))
      ports.add(Number(port));
  for (const [, port] of ` ${commandLine.join(" ")}`.matchAll(/\s-p\s*(\d+)/g)) ports.add(Number(port));
  return ports;
}

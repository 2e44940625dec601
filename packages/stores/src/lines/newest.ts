import type { Piece } from "@writ/contracts";

/** Lines are put elsewhere soon after they were cut, and taken away soon after they were copied. */
const mostPieces = 16;
const mostLines = 4_000;

/** So many of the pieces as are kept, without those that were used. */
export function newest(added: readonly Piece[], known: readonly Piece[], used: readonly Piece[]): Piece[] {
  const isUsed = (piece: Piece) =>
    used.some(({ op, path, version }) => op === piece.op && path === piece.path && version === piece.version);
  const left = [...added, ...known.filter((piece) => !isUsed(piece))];
  let lines = 0;
  return left.slice(0, mostPieces).filter(({ runs }) => {
    lines += runs.reduce((sum, { shapes }) => sum + shapes.length, 0);
    return lines <= mostLines;
  });
}

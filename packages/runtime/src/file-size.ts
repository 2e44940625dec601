import { stat } from "node:fs/promises";

/** How many bytes a file has; none when it is not there. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

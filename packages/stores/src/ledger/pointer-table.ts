import { writeSync } from "node:fs";
import { readAt } from "./ledger-file.ts";
import { decodeSlot, encodeSlot, headerBytes, slotBytes } from "./pointer-format.ts";

/** Where the slots of the table are: in the file for one record, in memory for many. */
export interface Slots {
  capacity: number;
  read(index: number): Buffer;
  write(index: number, slot: Buffer): void;
}

/** The slots of an open `heads` file. */
export function slotsInFile(fd: number, capacity: number): Slots {
  const at = (index: number) => headerBytes + index * slotBytes;
  return {
    capacity,
    read: (index) => {
      const slot = readAt(fd, Buffer.alloc(slotBytes), at(index));
      // The end of the file may not have been written yet: an empty slot.
      return slot.length === slotBytes ? slot : Buffer.alloc(slotBytes);
    },
    write: (index, slot) => {
      writeSync(fd, slot, 0, slotBytes, at(index));
    },
  };
}

/** Slots in memory; `table` is written to the file by whoever made it. */
export function slotsInMemory(table: Buffer): Slots {
  const at = (index: number) => index * slotBytes;
  return {
    capacity: table.length / slotBytes,
    read: (index) => table.subarray(at(index), at(index) + slotBytes),
    write: (index, slot) => {
      slot.copy(table, at(index));
    },
  };
}

/** The newest post of a key: -1 when it has none. `index` is the slot that is its own, or would be. */
export function findSlot(slots: Slots, key: Buffer): { index: number; head: number } {
  let index = key.readUInt32LE(0) % slots.capacity;
  for (let probes = 0; probes < slots.capacity; probes += 1) {
    const slot = decodeSlot(slots.read(index));
    if (slot === null || slot.key.equals(key)) return { index, head: slot?.post ?? -1 };
    index = (index + 1) % slots.capacity;
  }
  throw new Error("the table of pointers is full");
}

/** Makes a post the newest of its key. */
export function putHead(slots: Slots, index: number, key: Buffer, post: number): void {
  slots.write(index, encodeSlot(key, post));
}

/** The same heads in a table of another size. */
export function rehash(slots: Slots, capacity: number): Buffer {
  const table = Buffer.alloc(capacity * slotBytes);
  const wider = slotsInMemory(table);
  for (let index = 0; index < slots.capacity; index += 1) {
    const slot = decodeSlot(slots.read(index));
    if (slot !== null) putHead(wider, findSlot(wider, slot.key).index, slot.key, slot.post);
  }
  return table;
}

/** Slots whose changes wait until `flush`, so that nothing points at a post before that post is written. */
export function bufferedSlots(slots: Slots): Slots & { flush(): void } {
  const changed = new Map<number, Buffer>();
  return {
    capacity: slots.capacity,
    read: (index) => changed.get(index) ?? slots.read(index),
    write: (index, slot) => {
      changed.set(index, slot);
    },
    flush: () => {
      for (const [index, slot] of changed) slots.write(index, slot);
    },
  };
}

import type { FollowUp } from "@writ/contracts";
import { tempSidecar } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { listFollowUps, queueFollowUps, settleFollowUp } from "./follow-ups.ts";

const stamp = { session: "s-1", at: "2026-11-15T10:00:00.000Z" };
const opens = (path: string): FollowUp => ({ kind: "open_file", payload: { path }, hook: "check" });

describe("the queue of follow-ups", () => {
  it("does not repeat what is waiting, in whatever order its fields are", async () => {
    const root = tempSidecar();
    const one: FollowUp = { kind: "run_command", payload: { command: "make", cwd: "." }, hook: "h" };
    await queueFollowUps(root, [one, opens("a.ts")], stamp);
    await queueFollowUps(root, [{ ...one, payload: { cwd: ".", command: "make" } }, opens("b.ts")], stamp);
    const queue = await listFollowUps(root);
    expect(queue.map(({ payload }) => payload)).toEqual([one.payload, { path: "a.ts" }, { path: "b.ts" }]);
    expect(new Set(queue.map(({ id }) => id)).size).toBe(3);
  });

  it("asks again for what was settled", async () => {
    const root = tempSidecar();
    await queueFollowUps(root, [opens("a.ts")], stamp);
    const [first] = await listFollowUps(root);
    await settleFollowUp(root, first?.id ?? "", "done");
    await queueFollowUps(root, [opens("a.ts")], stamp);
    expect((await listFollowUps(root)).map(({ status }) => status)).toEqual(["done", "open"]);
    await expect(settleFollowUp(root, first?.id ?? "", "dropped")).rejects.toMatchObject({
      problem: { code: "USAGE" },
    });
    await expect(settleFollowUp(root, "F-none", "done")).rejects.toMatchObject({ problem: { code: "USAGE" } });
  });

  it("keeps two hundred, the open and the newest, and nothing that is huge", async () => {
    const root = tempSidecar();
    await queueFollowUps(
      root,
      Array.from({ length: 150 }, (_, at) => opens(`a${at}`)),
      stamp,
    );
    const [first] = await listFollowUps(root);
    await settleFollowUp(root, first?.id ?? "", "dropped");
    await queueFollowUps(
      root,
      Array.from({ length: 60 }, (_, at) => opens(`b${at}`)),
      stamp,
    );
    const huge = opens("x".repeat(10_000));
    expect(await queueFollowUps(root, [huge], stamp)).toEqual([huge]);
    const queue = await listFollowUps(root);
    expect(queue).toHaveLength(200);
    expect(queue.some(({ status }) => status === "dropped")).toBe(false);
    expect(queue.at(-1)?.payload).toEqual({ path: "b59" });
  });

  it("loses nothing of parallel writers, and begins anew where the file is broken", async () => {
    const root = tempSidecar({ ".state/followups.json": "[{}" });
    await Promise.all(Array.from({ length: 10 }, (_, at) => queueFollowUps(root, [opens(`f${at}`)], stamp)));
    expect(await listFollowUps(root)).toHaveLength(10);
  });

  it("keeps what can be read beside what cannot", async () => {
    const sound = { id: "F-1", ...opens("a.ts"), ...stamp, status: "open" };
    const root = tempSidecar({ ".state/followups.json": JSON.stringify([{ id: "F-0" }, sound, null]) });
    expect(await listFollowUps(root)).toEqual([sound]);
    await queueFollowUps(root, [opens("b.ts")], stamp);
    expect((await listFollowUps(root)).map(({ payload }) => payload)).toEqual([{ path: "a.ts" }, { path: "b.ts" }]);
  });
});

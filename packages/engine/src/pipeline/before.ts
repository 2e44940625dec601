import type { Policy } from "@writ/contracts";
import { approval } from "../policies/approval.ts";
import { gate } from "../policies/gate.ts";
import { lock } from "../policies/lock.ts";
import { scope } from "../policies/scope.ts";

/** What must hold before a tool runs. The first refusal is the one reported. */
export const before: readonly Policy[] = [gate, scope, lock, approval];

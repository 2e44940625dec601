import { beforeEach } from "vitest";
import { leftOut } from "./left-out.ts";

const until = Number(process.env.WRIT_TEST_UNTIL ?? Number.POSITIVE_INFINITY);

// Once the time is used up, the tests that are left say so and end.
beforeEach(({ skip }) => skip(Date.now() > until, leftOut));

import { describeInstalled } from "./installed.ts";

describeInstalled("each in a process of its own", false);

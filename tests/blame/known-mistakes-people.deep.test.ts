import { areToldNoWorse } from "./known-mistakes.ts";

areToldNoWorse("people");

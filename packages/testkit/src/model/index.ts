export type { Act, Spell, Told, ToolAct, ToolUse, Turn } from "./script.ts";
export { type Exchange, openModel, type ScriptedModel } from "./server.ts";
export type { Asked, ToolResult } from "./wire.ts";

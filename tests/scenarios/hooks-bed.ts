import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type Bed, guarded, ok } from "./cli-bed.ts";

/** A hook as a person writes it: what is not said is left out, the handler is a script of the same name. */
export async function putHook(bed: Bed, id: string, yaml: string, body = "echo '{}'"): Promise<void> {
  const handler = `handler:\n  kind: script\n  command: ./scripts/${id}.sh\n`;
  await bed.put(`.system/hooks/${id}.yaml`, `id: ${id}\n${yaml}${yaml.includes("handler:") ? "" : handler}`);
  await putScript(bed, `scripts/${id}.sh`, body);
}

/** An executable line of sh. */
export async function putScript(bed: Bed, path: string, body: string): Promise<void> {
  await bed.put(path, `#!/bin/sh\n${body}\n`);
  await chmod(join(bed.root, path), 0o755);
}

/** A guarded repository with the hooks of the seed's section 2, none of them trusted. */
export async function withHooks(): Promise<Bed> {
  const bed = await guarded();
  await putHook(bed, "post_tracker", "event_type: PostAbilityCall\nenabled: true\nmatch:\n  min_duration_ms: 0\n");
  await putHook(
    bed,
    "prompt_hints",
    "event_type: UserPromptSubmit\nsummary: Hints\n",
    `echo '{"messages_to_user":["hello"],"suggested_abilities":[{"id":"x","reason":"because","confidence":0.9}]}'`,
  );
  await putHook(bed, "stop_check", "event_type: SessionStop\nmatch:\n  only_if_changed_paths: ['services/**']\n");
  return bed;
}

/** The same, with everything trusted. */
export async function withTrustedHooks(): Promise<Bed> {
  const bed = await withHooks();
  await ok(bed.writ(["trust", "--yes"]));
  return bed;
}

import { askGit } from "./git-text.ts";

/**
 * Whether somebody vouches for a tag: `unchecked` where it is signed and nothing here can tell by whom, `renamed` where
 * it was made under another name.
 */
export type Signature = "good" | "unsigned" | "bad" | "unchecked" | "renamed";

const signed = /^-----BEGIN (PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----$/m;
/** What GnuPG and OpenSSH say of bytes that were changed, or of a key that was withdrawn. */
const broken = /\b(BADSIG|REVKEYSIG)\b|incorrect signature|invalid signature|Could not verify signature/i;

/** Asks git about the signature of a tag. */
export async function signatureOf(root: string, tag: string): Promise<Signature> {
  const { out } = await askGit(root, ["cat-file", "tag", tag]);
  if (!signed.test(out)) return "unsigned";
  const { code, err } = await askGit(root, ["verify-tag", "--raw", tag]);
  if (code === 0) return "good";
  // Without the key, or a list of who may sign, nobody here can tell.
  const isKeyMissing = /NO_PUBKEY|No principal matched|allowedSignersFile|cannot run|not found/i.test(err);
  return broken.test(err) && !isKeyMissing ? "bad" : "unchecked";
}

/** Words that make a name one of a secret, also as the end of a compound: `DB_PASSWORD`, `githubToken`. */
const secretWords =
  /(?:^| )(?:password|passwd|pwd|mypwd|passphrase|passcode|secrets?|token|credentials?|apikey|authtoken|accesskey|secretkey|privatekey|pgpassword|sharedaccesssignature|shared access signature|(?:api|access|secret|private|auth|signing|encryption|account|master|shared|session) key|(?:amz|goog) signature)(?: |$)|^(?:(?:app|admin|db|ftp|http|mail|my|mysql|redis|root|smtp|ssh|user) ?)?pass$/;

/** Words after which a name speaks about a secret rather than holding it: `token_count`, `passwordField`. */
const harmlessEnds =
  /(?<!secret) id$| (?:name|count|limit|type|url|uri|endpoint|file|path|dir|length|size|expiry|expires|expiration|ttl|policy|field|input|label|prompt|budget|usage|min|max|manager|provider|store|hint|rules?|version|arn|in|at|index|position|reset|strength|placeholder|kind|schema|format|regex|pattern|env|var|required|enabled|valid|error|message|description)$/;

/** What every name of a secret has in it: most names are done with at once. */
const trace = /pass|pwd|secret|token|cred|key|signature/i;

/** Whether a field, variable or option of this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (!trace.test(name)) return false;
  if (name.length > 200) return isSecretName(name.slice(-200));
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, " ")
    .trim();
  return secretWords.test(words) && !harmlessEnds.test(words);
}

/** Whether what this name holds is a password, which may be any word. */
export const isPasswordName = (name: string): boolean => /pass|pwd/i.test(name);

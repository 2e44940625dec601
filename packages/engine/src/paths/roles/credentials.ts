import type { Role } from "./role.ts";

/** Environment variables, keys and passwords. */
export const credentials: Role = {
  folders: {
    ".ssh": "all",
    ".aws": "all",
    ".gnupg": "all",
    ".kube": "all",
    ".docker": "all",
    ".gcloud": "all",
    ".secrets": "all",
  },
  files: [
    ".envrc",
    ".netrc",
    "_netrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".htpasswd",
    ".git-credentials",
    ".vault-token",
    ".dockercfg",
    ".dockerconfigjson",
    ".s3cfg",
    ".boto",
    ".gem-credentials",
    "kubeconfig",
    "authorized_keys",
    "known_hosts",
    "local.settings.json",
    "master.key",
  ],
  extensions: ["env", "pem", "key", "p12", "pfx", "jks", "keystore", "ppk", "kdbx", "tfstate"],
  patterns: [
    /^\.env(?:$|[.\-_])/,
    /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.pub)?$/,
    /^\.vault[-_]pass/,
    /^(?:secrets?|credentials)(?:[.\-_][^/]+)?\.(?:ya?ml|json|toml|ini|properties)$/,
    /^service[-_]?account.*\.json$/,
  ],
};

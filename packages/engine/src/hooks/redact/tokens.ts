import type { Hide } from "./hide.ts";

/**
 * Tokens that are known by how they start. Each pattern takes what it has looked at or starts only where a word does,
 * so that no text makes it look at the same characters again and again.
 */
const tokens: readonly RegExp[] = [
  // AWS
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  // GitHub, GitLab
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{22,}/g,
  /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{20,}/g,
  // Slack
  /(?<![A-Za-z0-9])xox[abcdeoprs]-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])xapp-\d-[A-Za-z0-9-]{10,}/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/]{20,}/g,
  // Discord, Telegram
  /(?<=discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/)\d{10,25}\/[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])\d{6,12}:AA[A-Za-z0-9_-]{30,}/g,
  /(?<=\/bot)\d{6,12}:AA[A-Za-z0-9_-]{30,}/g,
  // age
  /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  // Stripe
  /(?<![A-Za-z0-9])[spr]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{20,}/g,
  // Google
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_.-]{20,}/g,
  /(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{20,}/g,
  // OpenAI, Anthropic and their kin; a name of a style class has no digit
  /(?<![\w-])sk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}/g,
  // Packages, models, hosting, mail, vaults
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}/g,
  /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,}/g,
  /(?<![A-Za-z0-9])(?:hf_|dop_v1_|dckr_pat_|shp(?:at|ca|pa|ss)_|lin_api_|hv[sb]\.|dapi|glsa_)[A-Za-z0-9_-]{30,}/g,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{30,}/g,
  // JSON Web Tokens, signed or encrypted
  /(?<![\w-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){2,4}/g,
];

/** Takes out tokens that are known by how they start. */
export function withoutTokens(text: string, hide: Hide): string {
  return tokens.reduce((rest, token) => rest.replace(token, (found) => hide(found, true)), text);
}

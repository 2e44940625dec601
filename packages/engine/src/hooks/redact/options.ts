import { isReference } from "./assignments.ts";
import { type Hide, hideWords } from "./hide.ts";
import { isPasswordName, isSecretName } from "./secret-name.ts";
import { readShellLine, type ShellLine, type ShellWord } from "./shell-words.ts";

/** Options of programs that take a secret without being called so. Those of one letter may have it tied to them. */
const programs: Readonly<Record<string, readonly string[]>> = {
  mysql: ["-p*"],
  mysqldump: ["-p*"],
  mysqladmin: ["-p*"],
  mysqlimport: ["-p*"],
  mariadb: ["-p*"],
  "mariadb-dump": ["-p*"],
  sshpass: ["-p*", "-p"],
  "redis-cli": ["-a*", "-a"],
  ldapsearch: ["-w*", "-w"],
  ldapmodify: ["-w*", "-w"],
  login: ["-p"],
};
/** Programs whose login takes a password by `-p`. */
const withLogin = new Set(["docker", "podman", "nerdctl", "helm", "oras", "az"]);
const logins = new Set(["-u", "--user", "--proxy-user"]);

/** What lies where in the text of a line. */
interface Secret {
  readonly start: number;
  readonly end: number;
  readonly isPassword: boolean;
}

/** The secrets that are words of their own, or the rest of one, on a command line. */
function optionSecrets(line: ShellLine): Secret[] {
  return line.commands.flatMap((words) => {
    let program = "";
    let group = "";
    return words.flatMap((word, index): Secret[] => {
      const text = line.text.slice(word.start, word.end);
      const name = text.slice(text.lastIndexOf("/") + 1);
      if (withLogin.has(name)) group = name;
      if (Object.hasOwn(programs, name) && (name !== "login" || group !== "")) program = name;
      const found = secretAt(text, word, words[index + 1], program, line);
      return found === null || found.start >= found.end || isReference(line.text.slice(found.start, found.end))
        ? []
        : [found];
    });
  });
}

function secretAt(
  text: string,
  word: ShellWord,
  next: ShellWord | undefined,
  program: string,
  line: ShellLine,
): Secret | null {
  const takes = program === "" ? [] : (programs[program] ?? []);
  const short = text.slice(0, 2);
  if (next !== undefined) {
    const following = line.text.slice(next.start, next.end);
    if (logins.has(text)) return loginIn(following, next);
    if (takes.includes(text)) return { ...next, isPassword: true };
    if (/^--?[a-z][\w.-]*$/i.test(text) && isSecretName(text) && !/^-|^\d{1,6}$/.test(following)) {
      return { ...next, isPassword: isPasswordName(text) };
    }
  }
  if (text.length > 2 && takes.includes(`${short}*`) && !/[=:]/.test(text)) {
    return { start: word.start + 2, end: word.end, isPassword: true };
  }
  if (/^-u[^\s:=]{1,100}:./.test(text)) return loginIn(text.slice(2), { start: word.start + 2, end: word.end });
  const sign = text.indexOf("=");
  const name = text.slice(0, Math.max(0, sign));
  if (logins.has(name)) return loginIn(text.slice(sign + 1), { start: word.start + sign + 1, end: word.end });
  // A value whose name is quoted with it ends where other text would: what follows may be a command of its own.
  if (sign < 1 || line.quoted[word.start + sign] === true || !/^[\w.-]+$/.test(name) || !isSecretName(name))
    return null;
  if (/^(?:\d{1,6}|true|false|yes|no)$/.test(text.slice(sign + 1))) return null;
  return { start: word.start + sign + 1, end: word.end, isPassword: isPasswordName(name) };
}

/** `name:secret`; two numbers are a user and a group. */
function loginIn(text: string, word: ShellWord): Secret | null {
  const sign = text.indexOf(":");
  if (sign < 1 || sign > 100 || /^\d{1,10}:\d{1,10}$/.test(text)) return null;
  return { start: word.start + sign + 1, end: word.end, isPassword: true };
}

/** A program that takes secrets, and what follows it on its line. */
const call =
  /(?<![\w-])(?:mysql(?:dump|admin|import)?|mariadb(?:-dump)?|sshpass|redis-cli|ldap(?:search|modify)|docker|podman|nerdctl|helm|oras|curl|wget|http)[ \t][^\r\n]{1,1000}|(?<![\w-])(?:-u|--user|--proxy-user)[ =][^\r\n]{1,200}/g;

/** Takes out secrets that text shows as options of a program. */
export function withoutOptions(text: string, hide: Hide): string {
  return text.replace(call, (found) => {
    const line = readShellLine(found);
    return spliced(found, line, optionSecrets(line), hide);
  });
}

function spliced(found: string, line: ShellLine, secrets: readonly Secret[], hide: Hide): string {
  let done = "";
  let at = 0;
  for (const { start, end, isPassword } of secrets) {
    const from = line.places[start] ?? 0;
    const to = (line.places[end - 1] ?? from) + 1;
    if (from < at) continue;
    done += found.slice(at, from) + hide(found.slice(from, to), isPassword);
    at = to;
  }
  return done + found.slice(at);
}

/** What runs another command inside a word: there a quote may end where this reader does not see it. */
const nested = /`|\$[({]|<[(<]/;

/** The text of a command line with those secrets hidden, quoted ones as a whole but for their line breaks. */
export function withoutOptionWords(line: ShellLine, raw: string): string {
  const end = nested.test(raw) ? /[;&|()<>`\r\n]/ : /[\r\n]/;
  let done = "";
  let at = 0;
  for (const secret of optionSecrets(line)) {
    if (secret.start < at) continue;
    const value = line.text.slice(secret.start, secret.end);
    const stop = value.search(end);
    const hiding = stop < 0 ? value : value.slice(0, stop);
    done += line.text.slice(at, secret.start) + hideWords(hiding, secret.isPassword);
    at = secret.start + hiding.length;
  }
  return done + line.text.slice(at);
}

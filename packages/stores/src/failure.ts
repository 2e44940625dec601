import { fail, ProblemError } from "@writ/contracts";

/** What the system's error codes mean to a person. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would grow larger than this system allows",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "it is a symbolic link",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  EMFILE: "too many files are open",
  EIO: "the disk reported an error",
};

/** The code of a system error (`ENOENT` …), if it is one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A store that could not do its work, as a problem that names the file. One that is a problem already stays as it is. */
export function storeFailed(action: string, file: string, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = errorCode(error);
  const cause = error instanceof Error ? error.message : String(error);
  const reason = (code === undefined ? undefined : reasons[code]) ?? cause;
  const details = { action: `${action} ${file}`, reason, file, ...(code === undefined ? {} : { errno: code }) };
  return fail("STORE_FAILED", details, { cause: error });
}

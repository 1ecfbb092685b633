import { WorkErrorCode } from "@mojob/core/ports";
import { TransferFailure } from "../transfer-failure.ts";

/** Status codes of SFTP (draft-ietf-secsh-filexfer-02 §7). */
const NO_SUCH_FILE = 2;
const UNSUPPORTED = 8;
const LAST_OF_STATUS = UNSUPPORTED;
const BROKEN: ReadonlySet<number> = new Set([6, 7]);
const NO_PLACE = /no space|quota/i;

/** An error of the client, or a status of the server. */
export function sftpFailure(error: unknown): TransferFailure {
  if (error instanceof TransferFailure) return error;
  const message = messageOf(error);
  const status = statusOf(error);
  if (status === null || BROKEN.has(status))
    return new TransferFailure(WorkErrorCode.TransferUnavailable, message, { isBroken: true, cause: error });
  const code = NO_PLACE.test(message) ? WorkErrorCode.DiskFull : WorkErrorCode.TransferRefused;
  return new TransferFailure(code, message, { cause: error });
}

export function isNoSuchFile(error: unknown): boolean {
  return statusOf(error) === NO_SUCH_FILE;
}

/** Whether a server has no such extension: it says so, or has not named it at the beginning. */
export function isUnsupported(error: unknown): boolean {
  const { message } = error as { readonly message?: unknown };
  return statusOf(error) === UNSUPPORTED || message === "Server does not support this extended request";
}

/** `null` for what is no reply of the server. */
export function statusOf(error: unknown): number | null {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "number" && code >= 1 && code <= LAST_OF_STATUS ? code : null;
}

/** Where a name has several addresses, the error of all of them has a code and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as { readonly code?: string }).code ?? error.name);
}

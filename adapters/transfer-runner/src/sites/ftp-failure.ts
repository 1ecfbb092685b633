import { WorkErrorCode } from "@mojob/core/ports";
import { FTPError } from "basic-ftp";
import { TransferFailure } from "../transfer-failure.ts";

/** Replies of FTP (RFC 959 §4.2): that the login is wrong, that there is no such file, and that no place is left. */
const LOGIN: ReadonlySet<number> = new Set([331, 332, 430, 530, 532]);
const NOT_THERE = 550;
const NAME_REFUSED = 553;
const NO_PLACE: ReadonlySet<number> = new Set([452, 552]);
const FIRST_FINAL = 500;
/** What runtimes say of a certificate that they do not trust. */
const UNTRUSTED = /certificate|CERT|altname|issuer|UnknownIssuer/i;
/** The client's words around what was wrong with the last way to a data connection that it tried. */
const LAST_WAY =
  /^None of the available transfer strategies work\. Last error response was '(?:\w*Error: )?(.*)'\.$/s;
/** What the client says of a data connection that would lead elsewhere. */
const ELSEWHERE = /PASV returned another host \(([\d.]+)\)/;

/** An error of the client or of the server's reply. */
export function ftpFailure(error: unknown): TransferFailure {
  if (error instanceof TransferFailure) return error;
  if (error instanceof FTPError)
    return new TransferFailure(codeOf(error.code), error.message, replyOf(error));
  const message = messageOf(error);
  const [, address] = ELSEWHERE.exec(message) ?? [];
  if (address !== undefined)
    return new TransferFailure(
      WorkErrorCode.TransferRefused,
      `the server wants its data connection to go to ${address}, which is not its own address`,
      { cause: error },
    );
  if (/Maximum bytes exceeded/.test(message))
    return new TransferFailure(WorkErrorCode.TransferRefused, "a listing of the server is too long", {
      cause: error,
    });
  if (UNTRUSTED.test(`${message} ${(error as { readonly code?: string }).code}`))
    return new TransferFailure(WorkErrorCode.TransferIdentity, message, { cause: error });
  return new TransferFailure(WorkErrorCode.TransferUnavailable, message, { isBroken: true, cause: error });
}

export function isNotThere(error: unknown): boolean {
  return error instanceof FTPError && error.code === NOT_THERE;
}

/** Whether a server does not give a file this name: for one, because another has it. */
export function isRefusedName(error: unknown): boolean {
  return error instanceof FTPError && (error.code === NOT_THERE || error.code === NAME_REFUSED);
}

/** Whether a server does not know the command: it is too old, or has it switched off. */
export function isUnknownCommand(error: unknown): boolean {
  return error instanceof FTPError && [500, 501, 502, 504].includes(error.code);
}

function codeOf(reply: number): WorkErrorCode {
  if (LOGIN.has(reply)) return WorkErrorCode.TransferLogin;
  if (NO_PLACE.has(reply)) return WorkErrorCode.DiskFull;
  return reply >= FIRST_FINAL ? WorkErrorCode.TransferRefused : WorkErrorCode.TransferUnavailable;
}

function replyOf(error: FTPError): { readonly isBroken: boolean; readonly cause: unknown } {
  return { isBroken: codeOf(error.code) === WorkErrorCode.TransferUnavailable, cause: error };
}

/** Where a name has several addresses, the error of all of them has a code and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return LAST_WAY.exec(error.message)?.[1] ?? (error.message || codeText(error));
}

function codeText(error: Error): string {
  return (error as { readonly code?: string }).code ?? error.name;
}

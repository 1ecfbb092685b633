import { NonRetryableError } from "@mojob/core";
import { unlessAborted } from "@mojob/core/ports";
import { loadPeer } from "../load-peer.ts";
import type { Mail } from "./mail-of.ts";
import type { MailServer } from "./mail-server.ts";

/** The receivers of a mail that at least one of them gets. */
export interface SentMail {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * Sends one mail over a connection of its own.
 * @throws NonRetryableError for what the server would refuse again; Error otherwise; the signal's reason
 */
export async function sendMail(server: MailServer, mail: Mail, signal: AbortSignal): Promise<SentMail> {
  // It is loaded by those who send mail.
  const { createTransport } = await loadPeer("nodemailer", () => import("nodemailer"));
  signal.throwIfAborted();
  const transport = createTransport(server);
  try {
    const sent = transport.sendMail({
      ...mail,
      to: [...mail.to],
      references: [...mail.references],
      // A path or an address in a text is never read.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { accepted, rejected } = await unlessAborted(sent, signal);
    return { accepted: accepted.map(String), rejected: rejected.map(String) };
  } catch (error) {
    signal.throwIfAborted();
    throw failure(error);
  } finally {
    transport.close();
  }
}

/** Without TLS, without the right password, or without a receiver it takes, a server says the same at each attempt. */
const FINAL_CODES: readonly unknown[] = ["ETLS", "EENVELOPE"];

function failure(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { code, responseCode } = error as Error & {
    readonly code?: unknown;
    readonly responseCode?: unknown;
  };
  const message = `The mail server did not take the mail: ${error.message}`;
  if (typeof responseCode === "number")
    return responseCode >= 500 ? new NonRetryableError(message) : new Error(message);
  return FINAL_CODES.includes(code) ? new NonRetryableError(message) : new Error(message);
}

import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { isLoopback } from "@mojob/core/ports";

/** The server through which mails are sent, which the operator of the worker chooses. */
export interface MailServerOptions {
  /** `smtps://user:password@host:465`, or `smtp://user:password@host:587`, which must offer STARTTLS unless it is this machine. */
  readonly url: string;
  /** PEM of the authority that signed the server's certificate, besides those that the runtime trusts. @default none */
  readonly ca?: string;
  /** For each step of sending. @default 10_000 */
  readonly timeoutMs?: number;
}

/** As nodemailer takes it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly tls?: { readonly ca: string };
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
}

/** @throws MoJobError `invalid_configuration`, which never has the password */
export function parseMailServer({ url: text, ca, timeoutMs = 10_000 }: MailServerOptions): MailServer {
  const url = URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "")
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      'Cannot send mail through this server: its address must be like "smtps://user:password@mail.example.com:465"',
    );
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLoopback(host),
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
}

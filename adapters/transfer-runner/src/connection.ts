import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { TextMask } from "@mojob/core/ports";
import { pathMistake } from "@mojob/file-runner/operations";

export const TransferProtocol = {
  Ftp: "ftp",
  /** TLS is asked for on the port of FTP, before the login (RFC 4217). */
  Ftps: "ftps",
  /** TLS from the first byte, on a port of its own. */
  FtpsImplicit: "ftps-implicit",
  Sftp: "sftp",
} as const;
export type TransferProtocol = (typeof TransferProtocol)[keyof typeof TransferProtocol];

/** A server that jobs may use by its name. */
export interface TransferConnection {
  readonly protocol: TransferProtocol;
  /** A name or an address; it may be one of the operator's own network. */
  readonly host: string;
  /** @default 21, 990 of `ftps-implicit`, 22 of `sftp` */
  readonly port?: number;
  readonly user: string;
  /** @default none; FTP and FTPS need one */
  readonly password?: string;
  /** For SFTP alone: a private key as text, of OpenSSH or PEM. @default none */
  readonly privateKey?: string;
  /** Opens the private key. @default it is not encrypted */
  readonly passphrase?: string;
  /** For SFTP alone, which needs it: the fingerprints of the host's keys, `SHA256:…` as `ssh-keygen -lf` shows them. */
  readonly hostKey?: string | readonly string[];
  /** For FTPS alone: the certificates of its authorities as PEM. @default those that the runtime trusts */
  readonly ca?: string;
  /** The folder that paths of jobs stay below, absolute or from where a login begins. @default where a login begins */
  readonly folder?: string;
  /** Whether jobs may read there and nothing else. @default false */
  readonly readOnly?: boolean;
  /** How long an attempt may take, beside the time limit of its job. @default 3_600_000 */
  readonly timeoutMs?: number;
  /** How long the server may be silent. @default 30_000 */
  readonly idleMs?: number;
  /** The tenants whose jobs may use it. @default all that the worker serves */
  readonly tenants?: readonly string[];
}

/** A connection whose options are checked. */
export interface ResolvedConnection {
  readonly name: string;
  readonly protocol: TransferProtocol;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly privateKey: string | null;
  readonly passphrase: string | null;
  readonly hostKeys: readonly string[];
  readonly ca: string | null;
  readonly folder: string;
  readonly isReadOnly: boolean;
  readonly timeoutMs: number;
  readonly idleMs: number;
  /** `null` for all. */
  readonly tenants: readonly string[] | null;
  /** Hides what is secret in what a server says. */
  readonly mask: TextMask;
}

const PORTS: Readonly<Record<TransferProtocol, number>> = {
  ftp: 21,
  ftps: 21,
  "ftps-implicit": 990,
  sftp: 22,
};
const TIMEOUT_MS = 3_600_000;
const IDLE_MS = 30_000;
const LONGEST_TIMEOUT_MS = 86_400_000;
const NAME = /^[^\s/=:\p{Cc}]{1,100}$/u;
const HOST = /^[\p{L}\p{N}_.:-]{1,255}$/u;
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** @throws MoJobError `invalid_configuration` that names the connection, and never shows a secret of it */
export function resolveConnection(name: string, given: TransferConnection): ResolvedConnection {
  const mistake = mistakeIn(name, given);
  if (mistake !== null)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot use connection "${name.slice(0, 100)}": ${mistake}`,
    );
  const { protocol, host, user, password = null, privateKey = null, passphrase = null, hostKey = [] } = given;
  return {
    name,
    protocol,
    host,
    port: given.port ?? PORTS[protocol],
    user,
    password,
    privateKey,
    passphrase,
    hostKeys: typeof hostKey === "string" ? [hostKey] : hostKey,
    ca: given.ca ?? null,
    folder: given.folder ?? "",
    isReadOnly: given.readOnly ?? false,
    timeoutMs: given.timeoutMs ?? TIMEOUT_MS,
    idleMs: given.idleMs ?? IDLE_MS,
    tenants: given.tenants ?? null,
    mask: new TextMask([password, privateKey, passphrase].filter((text) => text !== null)),
  };
}

function mistakeIn(name: string, given: TransferConnection): string | null {
  if (!NAME.test(name)) return 'it has to have a name without spaces, "/", "=" and ":"';
  if (!Object.values(TransferProtocol).includes(given.protocol))
    return `its protocol has to be one of ${Object.values(TransferProtocol).join(", ")}`;
  if (!HOST.test(given.host)) return "its host has to be a name or an address";
  if (given.user === "" || UNFIT.test(given.user)) return "its user has to be a name without line breaks";
  if (given.password !== undefined && UNFIT.test(given.password))
    return "its password has to be without line breaks";
  for (const [member, value, max] of [
    ["port", given.port, 65_535],
    ["timeoutMs", given.timeoutMs, LONGEST_TIMEOUT_MS],
    ["idleMs", given.idleMs, LONGEST_TIMEOUT_MS],
  ] as const)
    if (value !== undefined && (!Number.isInteger(value) || value < 1 || value > max))
      return `its ${member} has to be a whole number from 1 to ${max}`;
  return folderMistake(given.folder ?? "") ?? protocolMistake(given);
}

function folderMistake(folder: string): string | null {
  const names = folder.replace(/^\//, "").replace(/\/$/, "");
  if (names === "") return null;
  const mistake = pathMistake(names.split("/"));
  return mistake === null ? null : `its folder has to be a path such as "/outgoing": ${mistake}`;
}

/** An option that its protocol has no use for is a mistake: who states it believes to be safe by it. */
function protocolMistake(given: TransferConnection): string | null {
  const isSftp = given.protocol === TransferProtocol.Sftp;
  const ofOthers = isSftp ? (["ca"] as const) : (["privateKey", "passphrase", "hostKey"] as const);
  const unread = ofOthers.find((member) => given[member] !== undefined);
  if (unread !== undefined) return `${given.protocol} has no use for "${unread}"`;
  if (!isSftp) {
    if (given.password === undefined) return `${given.protocol} needs a password`;
    return given.protocol === TransferProtocol.Ftp && given.ca !== undefined
      ? 'ftp has no use for "ca"'
      : null;
  }
  const keys = typeof given.hostKey === "string" ? [given.hostKey] : (given.hostKey ?? []);
  if (keys.length === 0 || !keys.every((key) => FINGERPRINT.test(key)))
    return 'sftp needs a hostKey: "SHA256:…" as "ssh-keygen -lf" shows it, or a list of them';
  if (given.password === undefined && given.privateKey === undefined)
    return "sftp needs a password or a privateKey";
  if (given.passphrase !== undefined && given.privateKey === undefined)
    return "its passphrase needs a privateKey";
  return null;
}

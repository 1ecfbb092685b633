import type * as v from "valibot";
import { isCount, namedConnections } from "./named-connections.ts";

const PROTOCOLS = ["ftp", "ftps", "ftps-implicit", "sftp"] as const;

/** A server that jobs may use by its name, as `@mojob/transfer-runner` takes it. */
export interface TransferConnectionConfiguration {
  readonly protocol: (typeof PROTOCOLS)[number];
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly passphrase?: string;
  readonly hostKey?: string | readonly string[];
  readonly ca?: string;
  readonly folder?: string;
  readonly readOnly?: boolean;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  /** The apps whose workers have it. @default the app of each process that is given it */
  readonly apps?: readonly string[];
  /** The tenants whose jobs may use it. @default all that the process serves */
  readonly tenants?: readonly string[];
}

const TEXTS = ["host", "user", "password", "privateKey", "passphrase", "ca", "folder"] as const;
const NEEDED: ReadonlySet<string> = new Set(["host", "user"]);

/** Servers of jobs that transfer files, as JSON. What a protocol needs is judged where the runner is opened. */
export const transferJobs: v.GenericSchema<
  string,
  Readonly<Record<string, TransferConnectionConfiguration>>
> = namedConnections({
  rule: 'must be a JSON object of connections by name, like {"partner":{"protocol":"ftps","host":"files.example.com","user":"shop","password":"…"}}',
  name: /^[^\s/=:\p{Cc}]{1,100}$/u,
  nameRule: 'must name connections without spaces, "/", "=" and ":"',
  members: ["protocol", "port", "hostKey", "idleMs", ...TEXTS, "readOnly", "timeoutMs", "apps", "tenants"],
  mistakeOf,
});

function mistakeOf(given: Readonly<Record<string, unknown>>): string | null {
  const { protocol, port, idleMs, hostKey } = given;
  if (!PROTOCOLS.some((one) => one === protocol)) return `a protocol that is one of ${PROTOCOLS.join(", ")}`;
  for (const member of TEXTS) {
    const isLeftOut = given[member] === undefined && !NEEDED.has(member);
    if (!isLeftOut && typeof given[member] !== "string") return `a ${member} that is a text`;
  }
  if (port !== undefined && !isCount(port)) return "a port that is a whole number above 0";
  if (idleMs !== undefined && !isCount(idleMs)) return "an idleMs that is a whole number above 0";
  if (hostKey !== undefined && !areTexts(hostKey)) return "a hostKey that is a text, or a list of texts";
  return null;
}

function areTexts(value: unknown): boolean {
  return [value].flat().every((one) => typeof one === "string");
}

import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  type IMoWorkRunner,
  type JsonValue,
  RESOURCE,
  resourceOf,
  ResourceTest,
  ResourceType,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  unlessAborted,
} from "@mojob/core/ports";
import { Client, FTPError } from "basic-ftp";
import { checkedConnections } from "./connection-name.ts";
import { look, TIMEOUT_MS } from "./look.ts";

export interface FtpChecksOptions {
  /** The servers that may be looked at, by the names that tasks use: `ftp://user:password@host/folder`, or `ftps:` for TLS. */
  readonly connections: Readonly<Record<string, string>>;
  /** How long a look may take. @default 30_000 */
  readonly timeoutMs?: number;
}

const SCHEMES = ["ftp:", "ftps:"];
/** The server has no such file, or does not show it. */
const NOT_THERE = 550;
// oxlint-disable-next-line no-control-regex -- A line break in a path would begin another command.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Looks at FTP servers that jobs of tasks need. */
class FtpChecks implements IMoWorkRunner<JobContext> {
  readonly kind: typeof RESOURCE = RESOURCE;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[] = [ResourceType.Ftp];
  readonly #connections: ReadonlyMap<string, string>;
  readonly #timeoutMs: number;

  constructor({ connections, timeoutMs = TIMEOUT_MS }: FtpChecksOptions) {
    this.#connections = checkedConnections(connections, SCHEMES);
    this.#timeoutMs = timeoutMs;
  }

  canRun({ work }: JobDefinition): boolean {
    return resourceOf(work)?.type === ResourceType.Ftp;
  }

  run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { test } = resourceOf(attempt.definition.work) ?? {};
    const [connections, timeoutMs] = [this.#connections, this.#timeoutMs];
    const options = { connections, timeoutMs, code: WorkErrorCode.FtpUnavailable };
    return look(attempt, options, async ({ name, connection, path }, signal) => {
      if (test === ResourceTest.Exists) assertPath(name, path);
      const client = new Client(timeoutMs);
      try {
        await unlessAborted(enter(client, new URL(connection)), signal);
        if (test === ResourceTest.Connect) return {};
        const found = await unlessAborted(fileAt(client, path), signal);
        if (found !== null) return found;
        throw new WorkError(WorkErrorCode.FtpUnavailable, { name, line: `no file "${path}"` });
      } finally {
        client.close();
      }
    });
  }
}

/** @throws NonRetryableError for a path that names no file */
function assertPath(name: string, path: string): void {
  if (CONTROL.test(path)) throw new NonRetryableError(`Cannot look at "${name}": its path has a line break`);
  if (path === "")
    throw new NonRetryableError(
      `Cannot look at "${name}": the uri has to name a file, such as "${name}/in/a.csv"`,
    );
}

async function enter(client: Client, url: URL): Promise<void> {
  await client.access({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || 21),
    user: url.username === "" ? "anonymous" : decodeURIComponent(url.username),
    password: url.username === "" ? "guest" : decodeURIComponent(url.password),
    secure: url.protocol === "ftps:",
  });
  const folder = decodeURIComponent(url.pathname.slice(1));
  if (folder !== "") await client.cd(folder);
}

/** The file or folder at a path; `null` where there is none. A server that does not know when a file was modified leaves that out. */
async function fileAt(client: Client, path: string): Promise<JsonValue> {
  const size = await unless550(client.size(path));
  if (size === null) return (await unless550(client.cd(path))) === null ? null : { TYPE: "folder" };
  const modified = await client.lastMod(path).catch((error: unknown) => {
    if (error instanceof FTPError) return null;
    throw error;
  });
  return { TYPE: "file", SIZE: size, ...(modified !== null && { MODIFIED: modified.toISOString() }) };
}

async function unless550<Value>(response: Promise<Value>): Promise<Value | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof FTPError && error.code === NOT_THERE) return null;
    throw error;
  }
}

/**
 * A runner that looks at FTP servers which jobs of tasks need: whether they take a connection, or have a file.
 * @throws MoJobError `invalid_configuration` for a connection whose name or URL cannot be used
 * @example
 * ```ts
 * import { ftpChecks } from "@mojob/connection-checks";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const checks = ftpChecks({ connections: { partner: "ftps://shop:secret@files.example.com/in" } });
 * const { close } = await startEmbedded({ app: "shop", jobs: [], runners: [checks] });
 * await close();
 * ```
 */
export function ftpChecks(options: FtpChecksOptions): IMoWorkRunner<JobContext> {
  return new FtpChecks(options);
}

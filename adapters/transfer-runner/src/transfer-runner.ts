import {
  type JobContext,
  type JobDefinition,
  MoJobError,
  MoJobErrorCode,
  NonRetryableError,
} from "@mojob/core";
import {
  type Clock,
  createWorkSlots,
  type IMoWorkRunner,
  type JsonObject,
  type JsonValue,
  type RegisteredKind,
  registerWorkKind,
  systemClock,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  type WorkSlots,
} from "@mojob/core/ports";
import {
  Budget,
  type FileLimits,
  type FileRoot,
  type OpenRoot,
  parseRoots,
  PartNames,
  resolveLimits,
  Roots,
} from "@mojob/file-runner/operations";
import {
  resolveConnection,
  type ResolvedConnection,
  type TransferConnection,
  TransferProtocol,
} from "./connection.ts";
import { Login } from "./operations/login.ts";
import { runOperation } from "./run-operation.ts";
import { openFtpSite } from "./sites/ftp-site.ts";
import { openSftpSite } from "./sites/sftp-site.ts";
import type { OpenSite } from "./sites/site.ts";
import { TransferFailure } from "./transfer-failure.ts";
import { offeredConnection, offeredRoot, namesOf } from "./work/offered-names.ts";
import { isTransferWork, TRANSFER_KIND } from "./work/transfer-work.ts";
import { TRANSFER_WORK } from "./work/work-rules.ts";

/** Bounds of one run: of what is transferred, and of the files and folders that are listed. */
export type TransferLimits = Pick<FileLimits, "totalMb" | "fileMb" | "entries">;

export interface TransferRunnerOptions {
  /** The servers that jobs may use, by the names that they state. */
  readonly connections: Readonly<Record<string, TransferConnection>>;
  /** The folders of the worker that files come from and go to, by the names that work states. @default none: stored files alone */
  readonly roots?: Readonly<Record<string, FileRoot>>;
  /** @default as `FileLimits` says */
  readonly limits?: TransferLimits;
  /** How many runs transfer at once; others wait. @default 8 */
  readonly maxAtOnce?: number;
  /** Says how old leftovers are. @default the system's */
  readonly clock?: Clock;
}

/** How much of what a server says is shown. */
const LONGEST_LINE = 300;
const MOST_AT_ONCE = 8;

interface Parts {
  readonly limits: Required<FileLimits>;
  readonly clock: Clock;
  readonly places: WorkSlots;
}

/** Transfers files between a tenant's roots and its connections. */
class TransferRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = TRANSFER_KIND;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[];
  readonly places: WorkSlots;
  readonly #connections: ReadonlyMap<string, ResolvedConnection>;
  readonly #roots: ReadonlyMap<string, OpenRoot>;
  readonly #parts: Parts;

  constructor(
    connections: ReadonlyMap<string, ResolvedConnection>,
    roots: ReadonlyMap<string, OpenRoot>,
    parts: Parts,
  ) {
    this.#connections = connections;
    this.#roots = roots;
    this.#parts = parts;
    this.places = parts.places;
    this.names = [
      ...[...connections.values()].flatMap(({ name, isReadOnly }) =>
        usesOf(isReadOnly).map((isWritten) => offeredConnection(name, isWritten)),
      ),
      ...[...roots.values()].flatMap(({ name, isReadOnly }) =>
        usesOf(isReadOnly).map((isWritten) => offeredRoot(name, isWritten)),
      ),
    ];
  }

  ofTenant(tenant: string): IMoWorkRunner<JobContext> | null {
    const connections = [...this.#connections].filter(([, { tenants }]) => tenants?.includes(tenant) ?? true);
    if (connections.length === 0) return null;
    return new TransferRunner(new Map(connections), this.#rootsOf(tenant), this.#parts);
  }

  canRun({ work }: JobDefinition): boolean {
    return isTransferWork(work) && namesOf(work).every(({ offered }) => this.names.includes(offered));
  }

  async run({ definition, context }: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { work, key, tenant } = definition;
    if (!isTransferWork(work)) throw new NonRetryableError(`Cannot run job "${key}": it transfers nothing`);
    const connection = this.#connections.get(work.connection);
    if (connection === undefined || connection.tenants?.includes(tenant) === false)
      throw new NonRetryableError(
        `Cannot run job "${key}": this worker has no connection "${work.connection}" for it`,
      );
    const [needed] = namesOf(work);
    if (connection.isReadOnly && needed?.offered === offeredConnection(connection.name, true))
      throw new NonRetryableError(
        `Cannot run job "${key}": connection "${connection.name}" is for reading alone`,
      );
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(timedOut(connection)), connection.timeoutMs);
    const signal = AbortSignal.any([context.signal, late.signal]);
    const { limits, clock } = this.#parts;
    const { args, files, log, instanceId } = context;
    const login = new Login({ open: openerOf(connection), connection, log, signal });
    try {
      const result = await runOperation(work, {
        name: connection.name,
        login,
        limits,
        roots: new Roots(this.#rootsOf(tenant)),
        budget: new Budget(limits),
        parts: new PartNames(`${tenant}/${instanceId}`, () => clock.now()),
        args,
        files,
        log,
        signal,
        progress: (fraction, message) => context.progress(fraction, message),
      });
      log.info(doneLine(connection, work.do, result));
      return result;
    } catch (error) {
      throw shown(signal.aborted ? signal.reason : error, connection);
    } finally {
      clearTimeout(timer);
      login.close();
    }
  }

  #rootsOf(tenant: string): ReadonlyMap<string, OpenRoot> {
    return new Map([...this.#roots].filter(([, { tenants }]) => tenants === null || tenants.has(tenant)));
  }
}

function usesOf(isReadOnly: boolean): readonly boolean[] {
  return isReadOnly ? [false] : [false, true];
}

function openerOf({ protocol }: ResolvedConnection): OpenSite {
  return protocol === TransferProtocol.Sftp ? openSftpSite : openFtpSite;
}

function timedOut({ timeoutMs }: ResolvedConnection): TransferFailure {
  return new TransferFailure(WorkErrorCode.TransferTimeout, `it took longer than ${timeoutMs} ms`);
}

/** How a failure is said to people: of which server or file, and in the server's words what was wrong, without a secret. */
function shown(error: unknown, { name, mask }: ResolvedConnection): unknown {
  if (!(error instanceof TransferFailure)) return error;
  const [line = ""] = mask.text(error.message).trim().split("\n", 1);
  return new WorkError(error.code, { name: error.file ?? name, line: line.slice(0, LONGEST_LINE) });
}

function doneLine({ name }: ResolvedConnection, operation: string, { count, size }: JsonObject): string {
  if (typeof size !== "number") return `${name}: ${operation}, done`;
  return typeof count === "number"
    ? `${name}: ${operation}, ${count} files, ${size} bytes`
    : `${name}: ${operation}, ${size} bytes`;
}

/**
 * A runner for jobs that transfer files over FTP, FTPS and SFTP, between servers that the worker's operator names and roots
 * of the worker's machine, or stored files.
 * @throws MoJobError `invalid_configuration` for a connection or a number that cannot be used; TypeError as `fileRunner`
 * @example
 * ```ts
 * import { startEmbedded } from "@mojob/runtime-local";
 * import { transferRunner } from "@mojob/transfer-runner";
 *
 * const runner = transferRunner({
 *   connections: {
 *     partner: { protocol: "ftps", host: "files.example.com", user: "shop", password: "…", folder: "/outgoing" },
 *   },
 *   roots: { in: { folder: "/srv/in" } },
 * });
 * const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [], runners: [runner] });
 * await scheduler.jobs.create({
 *   key: "shop.fetch-orders",
 *   app: "shop",
 *   kind: "triggered",
 *   work: { kind: "transfer", do: "download", connection: "partner", from: "orders/{args.day}.csv", to: "in:{args.day}.csv" },
 * });
 * await close();
 * ```
 */
export function transferRunner({
  connections,
  roots = {},
  limits = {},
  maxAtOnce = MOST_AT_ONCE,
  clock = systemClock,
}: TransferRunnerOptions): IMoWorkRunner<JobContext> {
  registerWorkKind(TRANSFER_WORK);
  if (!Number.isSafeInteger(maxAtOnce) || maxAtOnce < 1)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      "Cannot transfer files: maxAtOnce has to be a whole number above 0",
    );
  const resolved = Object.entries(connections).map(
    ([name, connection]) => [name, resolveConnection(name, connection)] as const,
  );
  const parts = { limits: resolveLimits(limits), clock, places: createWorkSlots(maxAtOnce) };
  return new TransferRunner(new Map(resolved), parseRoots(roots), parts);
}

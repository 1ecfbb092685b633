import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  type Clock,
  type IMoWorkRunner,
  type JsonValue,
  type RegisteredKind,
  registerWorkKind,
  systemClock,
  type WorkAttempt,
} from "@mojob/core/ports";
import { runOperation } from "./run-operation.ts";
import { Budget } from "./folder/budget.ts";
import { type FileLimits, resolveLimits } from "./folder/file-limits.ts";
import { type FileRoot, type OpenRoot, parseRoots } from "./folder/file-root.ts";
import type { OpenFolderOptions } from "./folder/open-folder.ts";
import { PartNames } from "./folder/part-names.ts";
import { Roots } from "./folder/reached.ts";
import { FILE_KIND, isFileWork } from "./work/file-work.ts";
import { offeredNameOf, placesOf } from "./work/work-places.ts";
import { FILE_WORK } from "./work/work-rules.ts";

export interface FileRunnerOptions {
  /** The folders in which jobs do something with files, by the names that their work says. */
  readonly roots: Readonly<Record<string, FileRoot>>;
  /** @default as `FileLimits` says */
  readonly limits?: FileLimits;
  /** Says how old leftovers are. @default the system's */
  readonly clock?: Clock;
}

export interface FileRunnerParts {
  readonly limits: Required<FileLimits>;
  readonly clock: Clock;
  readonly folders: OpenFolderOptions;
}

/** Does what jobs say with files below its roots. */
export class FileRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = FILE_KIND;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[];
  readonly #roots: ReadonlyMap<string, OpenRoot>;
  readonly #parts: FileRunnerParts;

  constructor(roots: ReadonlyMap<string, OpenRoot>, parts: FileRunnerParts) {
    this.#roots = roots;
    this.#parts = parts;
    this.names = [...roots.values()].flatMap(({ name: root, isReadOnly }) =>
      [false, true]
        .filter((isWritten) => !isWritten || !isReadOnly)
        .map((isWritten) => offeredNameOf({ root, isWritten })),
    );
  }

  ofTenant(tenant: string): IMoWorkRunner<JobContext> | null {
    const roots = [...this.#roots].filter(([, { tenants }]) => tenants === null || tenants.has(tenant));
    return roots.length === 0 ? null : new FileRunner(new Map(roots), this.#parts);
  }

  canRun({ work }: JobDefinition): boolean {
    return isFileWork(work) && placesOf(work).every((place) => this.names.includes(offeredNameOf(place)));
  }

  async run({ definition, context }: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { work, key } = definition;
    if (!isFileWork(work)) throw new NonRetryableError(`Cannot run job "${key}": it does nothing with files`);
    const { limits, clock, folders } = this.#parts;
    const { tenant, instanceId, args, files, log, signal } = context;
    const roots = [...this.#roots].filter(([, { tenants }]) => tenants === null || tenants.has(tenant));
    return runOperation(work, {
      roots: new Roots(new Map(roots), folders),
      budget: new Budget(limits),
      parts: new PartNames(`${tenant}/${instanceId}`, () => clock.now()),
      args,
      files,
      log,
      signal,
    });
  }
}

/**
 * A runner for jobs that read, write, join, split, pack and unpack files below named roots of the worker's machine. Links,
 * devices and files with a second name are refused.
 * @throws TypeError for a root that has no absolute path or another name than of small letters, and for a limit below 1
 * @example
 * ```ts
 * import { fileRunner } from "@mojob/file-runner";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({
 *   app: "shop",
 *   jobs: [],
 *   runners: [fileRunner({ roots: { in: { folder: "/srv/in", readOnly: true }, out: { folder: "/srv/out" } } })],
 * });
 * await scheduler.jobs.create({
 *   key: "shop.join-orders",
 *   app: "shop",
 *   kind: "triggered",
 *   work: { kind: "file", do: "concat", from: "in:orders", match: "*.csv", to: "out:{args.day}.csv" },
 * } as never);
 * await close();
 * ```
 */
export function fileRunner({
  roots,
  limits = {},
  clock = systemClock,
}: FileRunnerOptions): IMoWorkRunner<JobContext> {
  registerWorkKind(FILE_WORK);
  return new FileRunner(parseRoots(roots), { limits: resolveLimits(limits), clock, folders: {} });
}

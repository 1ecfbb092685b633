import {
  type BlockedLoop,
  type ExecutorLoad,
  type ExecutorRecord,
  offersIn,
  type RunnerOffer,
  Sandbox,
  WorkKind,
} from "@mojob/core/ports";
import * as v from "valibot";
import { type OrNull, toWire, type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { API_WORK_KINDS } from "../../schema/work-kinds.ts";

/** Fields for dispatch alone. */
type OwnField = "holds" | "takesOwn" | "mayReturn" | "workKinds" | "samples";

export interface WorkerJson extends OrNull<
  Wire<Omit<ExecutorRecord, OwnField | "tags" | "labels" | "load" | "blocked" | "runners">>
> {
  readonly tags: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly load: Required<ExecutorLoad> | null;
  readonly blocked: Wire<Omit<BlockedLoop, "waitedMs">> | null;
  /** The kinds of work that it runs beside its own code. */
  readonly runners: readonly OrNull<RunnerOffer>[];
}

export const workerSchema: Parser<WorkerJson> = wireObject({
  id: v.string(),
  tenant: v.string(),
  app: v.string(),
  name: v.pipe(v.nullable(v.string()), v.description("What its program calls it")),
  description: v.pipe(v.nullable(v.string()), v.description("What it is for")),
  tags: v.array(v.string()),
  labels: v.pipe(v.record(v.string(), v.string()), v.description("Texts by name")),
  version: v.pipe(v.nullable(v.string()), v.description("The version of the app's code that it runs")),
  address: v.pipe(
    v.nullable(v.string()),
    v.description("The URL at which it is called, where runs are sent to it"),
  ),
  host: v.pipe(v.nullable(v.string()), v.description("The machine's name")),
  pid: v.pipe(v.nullable(v.number()), v.description("The process's id")),
  runtime: v.pipe(v.string(), v.description("`node`, `bun` or `deno`")),
  runtimeVersion: v.string(),
  startedAt: instantOut,
  lastSeenAt: instantOut,
  running: v.pipe(v.number(), v.description("Runs under way, abandoned ones included")),
  abandoned: v.pipe(v.number(), v.description("Runs that were to end and whose code goes on")),
  limit: v.pipe(v.nullable(v.number()), v.description("`null` is unlimited")),
  pool: v.pipe(
    v.nullable(v.object({ min: v.number(), max: v.number() })),
    v.description("The bounds within which `limit` follows the load; `null` where it is fixed"),
  ),
  draining: v.pipe(
    v.boolean(),
    v.description("It takes no new runs: it is shutting down, or knows that it was asked to drain"),
  ),
  drain: v.pipe(
    v.nullable(v.object({ at: instantOut, by: v.nullable(v.string()) })),
    v.description("Who asked it to drain, and when"),
  ),
  load: v.pipe(
    v.nullable(
      v.object({
        processor: v.pipe(
          v.nullable(v.number()),
          v.description(
            "Processors in use, on average since the heartbeat before: 1 is one, threads may use more",
          ),
        ),
        recent: v.pipe(
          v.array(v.number()),
          v.description("The same over each quarter of a minute of the last five minutes, oldest first"),
        ),
        memoryBytes: v.pipe(v.nullable(v.number()), v.description("Resident memory")),
        loopLagMs: v.pipe(
          v.number(),
          v.description("The longest pause of its event loop since the heartbeat before, while jobs ran"),
        ),
      }),
    ),
    v.description("How busy its process is"),
  ),
  blocked: v.pipe(
    v.nullable(v.object({ at: instantOut, ms: v.number(), jobKeys: v.array(v.string()) })),
    v.description(
      "The latest pause of two seconds or more of its event loop, and the jobs that ran meanwhile: none where the machine gave the process no processor",
    ),
  ),
  jobKeys: v.array(v.string()),
  runners: v.pipe(
    v.array(
      v.object({
        kind: v.picklist([...Object.values(WorkKind), ...API_WORK_KINDS]),
        names: v.pipe(v.nullable(v.array(v.string())), v.description("The programs or languages it takes")),
        sandbox: v.pipe(
          v.nullable(v.picklist(Object.values(Sandbox))),
          v.description("What keeps its work away from the rest of the machine"),
        ),
        callbackUrl: v.pipe(
          v.nullable(v.string()),
          v.description(
            "What the addresses begin with at which targets of its requests report an end; `null` where it can give none",
          ),
        ),
      }),
    ),
    v.description("The kinds of work it runs beside its own code"),
  ),
});

export function workerJson(worker: ExecutorRecord): WorkerJson {
  const { blocked = null } = worker;
  return {
    id: worker.id,
    tenant: worker.tenant,
    app: worker.app,
    name: worker.name ?? null,
    description: worker.description ?? null,
    tags: worker.tags ?? [],
    labels: worker.labels ?? {},
    version: worker.version ?? null,
    address: worker.address ?? null,
    host: worker.host ?? null,
    pid: worker.pid ?? null,
    runtime: worker.runtime,
    runtimeVersion: worker.runtimeVersion,
    startedAt: worker.startedAt.toISOString(),
    lastSeenAt: worker.lastSeenAt.toISOString(),
    running: worker.running,
    abandoned: worker.abandoned,
    limit: worker.limit,
    pool: worker.pool ?? null,
    draining: worker.draining,
    drain: toWire(worker.drain ?? null),
    load: worker.load === undefined ? null : { ...worker.load, recent: worker.load.recent ?? [] },
    blocked: blocked && { at: blocked.at.toISOString(), ms: blocked.ms, jobKeys: blocked.jobKeys },
    jobKeys: worker.jobKeys,
    runners: offersIn(worker).flatMap(({ kind, names = null, sandbox = null, callbackUrl = null }) =>
      kind === WorkKind.Code ? [] : [{ kind, names, sandbox, callbackUrl }],
    ),
  };
}

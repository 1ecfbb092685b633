import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { copyJson, type JsonObject } from "../../base/json.ts";
import { assertArgsFitJsonSchema } from "../../definition/args-check.ts";
import { assertWeekdays, statesDialect } from "../../definition/timing/assert-weekdays.ts";
import { assertArgsSchema } from "../../definition/json-schema/assert-args-schema.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { type JobDefinition, JobOrigin } from "../../model/job-definition.ts";
import { codeWork, type JobWork, WorkKind } from "../../model/job-work.ts";
import { isOffered, offersIn } from "../../model/runner-offer.ts";
import { rulesOf } from "../../model/work-kinds.ts";
import { assertApp } from "../../model/name/names.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import { LONGEST_MS } from "../../model/option/option.ts";
import type { CreateJobRequest } from "../../scheduler/job-service.ts";
import { parseWork } from "./parse-work.ts";
import { schemaOfTask } from "../../model/task/task-args-schema.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";

export interface MakeJobContext {
  readonly tenant: string;
  readonly registry: Pick<JobRegistry, "declare" | "defaults">;
  readonly cache: Pick<JobDefinitionCache, "getMany" | "hasTasks" | "tenant">;
  readonly clock: Clock;
  readonly requester: Requester;
  /** The workers that are there. */
  readonly executors: readonly ExecutorRecord[];
  /** The job of an app whose code declares a handler; `null` where none does. */
  readonly findHandler: (app: string, handler: string) => Promise<JobDefinition | null>;
}

/** The definition of a job that is made while the scheduler runs. @throws MoJobError as `JobService.create` */
export async function makeJob(request: CreateJobRequest, context: MakeJobContext): Promise<JobDefinition> {
  const { tenant, clock, requester, registry } = context;
  const { by } = requester;
  const now = clock.now();
  const { key, app, kind, isPaused = false } = request;
  const doing = `create job "${key.slice(0, 140)}"`;
  assertApp(app);
  const work =
    request.work === undefined
      ? codeWork(key)
      : await parseWork(request.work, { ...context, key, app }, doing);
  const argsSchema = parseArgsSchema(request.argsSchema ?? schemaOfTask(work), work, doing);
  const given: unknown = request.options ?? {};
  // Its nodes have time limits of their own.
  const options =
    work.kind === WorkKind.Task && isObject(given) ? { timeoutMs: LONGEST_MS, ...given } : given;
  const stated = { key, kind, options, argsSchema };
  const { options: resolved, layers } = registry.declare(stated, await registry.defaults());
  if (resolved.schedule !== null)
    assertWeekdays(resolved.schedule, { jobKey: key, isStated: statesDialect(layers) }, doing);
  assertRunner(work, app, context.executors, doing);
  const args = copyJson(request.args ?? null, "/args");
  await assertStoredArgs({ key, app, work, args, argsSchema, options: resolved }, context.findHandler);
  return {
    tenant,
    key,
    app,
    kind,
    work,
    args,
    origin: JobOrigin.Api,
    inCode: false,
    revision: 1,
    options: resolved,
    declared: resolved,
    layers,
    argsSchema,
    pause:
      isPaused && kind === JobKind.Recurring
        ? { at: now, until: null, note: null, ...(by !== null && { by }) }
        : null,
    scheduledSince: now,
    createdAt: now,
    updatedAt: now,
    updatedBy: by,
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}

/** Code may come with the next deploy; other kinds of work need a worker that has a runner for them, and lists their program. */
export function assertRunner(
  work: JobWork,
  app: string,
  executors: readonly ExecutorRecord[],
  doing: string,
): void {
  if (work.kind === WorkKind.Code) return;
  const kinds = executors.flatMap((executor) => (executor.app === app ? (executor.workKinds ?? []) : []));
  if (!kinds.includes(work.kind)) {
    const known = [...new Set<string>([WorkKind.Code, ...kinds])];
    throw invalidInput(doing, [issueAt("/work/kind", "no_runner", { app, kinds: known })]);
  }
  const runners = executors.flatMap((executor) => (executor.app === app ? offersIn(executor) : []));
  if (isOffered(work, runners)) return;
  const names = runners.flatMap((offer) => (offer.kind === work.kind ? (offer.names ?? []) : []));
  const values = [...new Set(names)].toSorted();
  const mistake = rulesOf(work).notOffered?.(work, values) ?? issueAt("/work/kind", "not_one_of", { values });
  throw invalidInput(doing, [mistake]);
}

/** The schema that a request states. @throws MoJobError `invalid_argument` for one that cannot be, and for code, which declares its own */
export function parseArgsSchema(given: unknown, work: JobWork, doing: string): JsonObject | null {
  if (given === null) return null;
  if (work.kind === WorkKind.Code) throw invalidInput(doing, [issueAt("/argsSchema", "schema_of_code")]);
  if (typeof given !== "object" || Array.isArray(given))
    throw invalidInput(doing, [issueAt("/argsSchema", "not_object")]);
  const schema = given as JsonObject;
  assertArgsSchema(schema, doing);
  return copyJson(schema, "/argsSchema") as JsonObject;
}

/** The schema of a job after an edit: work that becomes code has that of its code. */
export function argsSchemaAfter(
  { origin, argsSchema }: Pick<JobDefinition, "origin" | "argsSchema">,
  work: JobWork,
  given: { readonly argsSchema?: unknown },
  doing: string,
): JsonObject | null {
  if (!("argsSchema" in given))
    return origin === JobOrigin.Api && work.kind === WorkKind.Code ? null : argsSchema;
  if (origin === JobOrigin.Code) throw invalidInput(doing, [issueAt("/argsSchema", "schema_of_code")]);
  return parseArgsSchema(given.argsSchema, work, doing);
}

/** @throws MoJobError `invalid_args` unless the arguments that are kept with a job and its schedules fit its schema or its handler's */
export async function assertStoredArgs(
  {
    key,
    app,
    work,
    args,
    argsSchema,
    options,
  }: Pick<JobDefinition, "key" | "app" | "work" | "args" | "argsSchema" | "options">,
  findHandler: MakeJobContext["findHandler"],
): Promise<void> {
  const kept = [args, ...(options.schedule?.schedules ?? []).map((schedule) => schedule.args ?? null)];
  const given = kept.filter((one) => one !== null);
  if (given.length === 0) return;
  if (work.kind !== WorkKind.Code) {
    if (argsSchema !== null) for (const one of given) assertArgsFitJsonSchema(key, argsSchema, one);
    return;
  }
  const handler = await findHandler(app, work.handler);
  if (handler === null || handler.argsSchema === null) return;
  for (const one of given) assertArgsFitJsonSchema(key, handler.argsSchema, one);
}

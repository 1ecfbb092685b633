import type { Requester } from "../../access/requester.ts";
import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { fingerprint } from "../../base/fingerprint.ts";
import { createId } from "../../base/ids.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { copyJson, type JsonObject, type JsonValue } from "../../base/json.ts";
import { assertArgsFitJsonSchema, assertUniqueKey, parseArgs } from "../../definition/args-check.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { firstClosed, isClosed } from "../../model/begin/closed-gates.ts";
import { GateEffect, GATES } from "../../model/begin/gates.ts";
import { WorkKind } from "../../model/job-work.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { DebugModes } from "../../model/option/scheduler-options.ts";
import { assertIdempotencyKey } from "../../model/name/names.ts";
import { idempotentId } from "../../model/name/run-id.ts";
import { isByHand } from "../access/requested-parts.ts";
import { type JobInstance, type JobTrigger, TriggerType } from "../../model/instance/job-instance.ts";
import { isTraceparent, TRACEPARENT, traceOf } from "../../model/instance/traceparent.ts";
import { keyPartOf, LONGEST_DELAY_MS, type NewRun } from "../../model/instance/new-run.ts";
import type { RunRouting } from "../../model/run-routing.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { CodeRunner } from "../../work/code-runner.ts";
import type { TriggerResult, TriggerRequest } from "../../scheduler/instance-requests.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import type { InstanceCreator } from "../../dispatch/instance-creator.ts";
import type { PerRequester } from "../access/per-requester.ts";
import type { ActLog } from "../history/act-log.ts";
import { findJob } from "../jobs/find-job.ts";
import { toOperationProblem } from "./operation-problem.ts";
import { type ChainSight, inChain, isFirst } from "./chain-of-start.ts";
import { assertMayOverride, isOverriding } from "./assert-may-override.ts";
import { noteStart } from "./note-start.ts";
import { signedBy } from "./signed-by.ts";
import { howOfRerun } from "./how-of-rerun.ts";

export interface RunRequestContext {
  readonly clock: Clock;
  readonly debugMode: DebugMode;
  /** The jobs this process has the code of; their own schemas are asked first. */
  readonly code: CodeRunner | null;
  readonly cache: JobDefinitionCache;
}

export interface RunStarterOptions extends RunRequestContext {
  /** Where what is done by hand is written down. */
  readonly actLog: ActLog;
  readonly creator: InstanceCreator;
  readonly store: Pick<IMoJobScheduleMetadataStore, "scripts" | "instances">;
}

/** The part of the instance service that starts runs. */
export type RunStarter = Pick<PerRequester<InstanceService>, "trigger" | "triggerMany" | "rerun">;

/** @param find finds a run that the caller may see, and throws where there is none */
export function createRunStarter(
  options: RunStarterOptions,
  find: (requester: Requester, id: string) => Promise<JobInstance>,
): RunStarter {
  const { cache, creator, actLog, clock } = options;

  const start = async (
    requester: Requester,
    definition: JobDefinition,
    request: TriggerRequest,
    rerunOf?: JobInstance,
    how?: Pick<JobTrigger, "mode" | "version">,
  ): Promise<JobInstance> => {
    const askedAt = clock.now();
    if (isOverriding(request)) await assertMayOverride(requester, definition, request, options);
    const signed = signedBy(requester.by, request);
    const resolving = resolveRunRequest(definition, signed, options, rerunOf);
    const resolved = resolving instanceof Promise ? await resolving : resolving;
    const place = { startedBy: request.startedBy, rerunOf, how, askedAt };
    const run = isFirst(place) ? resolved : await inChain(resolved, place, options, sightOf(requester, find));
    const { instance, created } = await creator.createOne(run);
    // Runs that programs trigger by the thousand say so themselves, and a repeat does nothing: neither has an act.
    if (created && isByHand(signed))
      await noteStart(actLog, instance, definition, { ...signed, from: requester.from }, rerunOf?.id ?? null);
    return instance;
  };

  return {
    async trigger(requester, jobKey, request) {
      return await start(requester, await findJob(cache, requester, jobKey), request);
    },

    async triggerMany(requester, jobKey, requests) {
      if (requests.length === 0) return [];
      let definition: JobDefinition;
      try {
        definition = await findJob(cache, requester, jobKey);
      } catch (error) {
        const problem = toOperationProblem(error);
        return requests.map(() => ({ problem }));
      }
      return startInTurns(requests, (request) => start(requester, definition, request), options.clock);
    },

    async rerun(requester, id, { args, mode, version, ...rest } = {}) {
      const original = await find(requester, id);
      const definition = await findJob(cache, requester, original.jobKey);
      if (original.trigger.secrets !== undefined && args === undefined)
        throw invalidInput(`run "${id}" again`, [issueAt("/args", "secret_of_task")]);
      const request = {
        ...rest,
        ...(args !== undefined && { args }),
        manual: true,
        source: TriggerType.Rerun,
      };
      const how = await howOfRerun(original, definition, { mode, version }, options.store.scripts);
      return start(requester, definition, request, original, how);
    },
  };
}

function sightOf(
  requester: Requester,
  find: (requester: Requester, id: string) => Promise<JobInstance>,
): ChainSight {
  return { find: (id) => find(requester, id), seesApp: (app) => requester.apps.has(app) };
}

/** Starts them in their order, and leaves the event loop to others between two that take long to check. */
async function startInTurns(
  requests: readonly TriggerRequest[],
  start: (request: TriggerRequest) => Promise<JobInstance>,
  clock: Clock,
): Promise<readonly TriggerResult[]> {
  const loopYield = new EventLoopYield(clock);
  const starting: Promise<TriggerResult>[] = [];
  for (const request of requests) {
    // Each may take milliseconds to check; what is checked in one turn is recorded together, in its order.
    const turn = loopYield.takeIfDue();
    if (turn !== null) await turn;
    // Called here and not by a promise: the next item asks how long this one took.
    starting.push(
      start(request).then(
        (instance) => ({ instance }),
        (error: unknown) => ({ problem: toOperationProblem(error) }),
      ),
    );
  }
  return Promise.all(starting);
}

/**
 * A request checked against its job and made into a run; no promise where nothing has to be read or hashed for it, as for most.
 * @throws MoJobError as `InstanceService.trigger`
 */
export function resolveRunRequest(
  definition: JobDefinition,
  request: TriggerRequest,
  context: RunRequestContext,
  rerunOf?: JobInstance,
): NewRun | Promise<NewRun> {
  const now = context.clock.now();
  if (isClosed(GATES.disabled, { job: definition, now })) {
    throw new MoJobError(
      MoJobErrorCode.JobDisabled,
      `Cannot trigger job "${definition.key}": it is disabled`,
    );
  }
  const withArgs = (args: JsonValue): NewRun | Promise<NewRun> => {
    const modes = context.debugMode.read();
    const resolve = (known: DebugModes): NewRun =>
      newRunOf({ definition, request, args, now, modes: known, rerunOf });
    const run = modes instanceof Promise ? modes.then(resolve) : resolve(modes);
    return request.idempotencyKey === undefined ? run : withFingerprint(run, request, rerunOf);
  };
  const args = checkArgs(definition, request.args, rerunOf ?? null, context);
  return args instanceof Promise ? args.then(withArgs) : withArgs(args);
}

interface CheckedRequest {
  readonly definition: JobDefinition;
  readonly request: TriggerRequest;
  readonly args: JsonValue;
  readonly now: Date;
  readonly modes: DebugModes;
  readonly rerunOf: JobInstance | undefined;
}

function newRunOf({ definition, request, args, now, modes, rerunOf }: CheckedRequest): NewRun {
  const doing = `trigger job "${definition.key}"`;
  if (definition.kind === JobKind.Triggered && rerunOf === undefined) assertUniqueKey(definition, args);
  const dueAt = resolveDueTime(request, now, doing);
  const priority = request.priority ?? definition.options.priority;
  if (!Number.isInteger(priority) || priority < 1 || priority > 5) {
    throw invalidInput(doing, [issueAt("/priority", "out_of_range", { min: 1, max: 5 })]);
  }
  const { idempotencyKey } = request;
  if (idempotencyKey !== undefined) assertIdempotencyKey(idempotencyKey);
  if (request.traceparent !== undefined && !isTraceparent(request.traceparent))
    throw invalidInput(doing, [issueAt("/traceparent", "pattern", { pattern: TRACEPARENT })]);
  const trigger = triggerOf(request, rerunOf);
  const shard = rerunOf?.routing?.shard;
  const situation = { job: definition, now, modes, run: { kind: definition.kind, trigger } };
  return {
    id: idempotencyKey === undefined ? createId(now) : idempotentId(definition.key, idempotencyKey),
    definition,
    args,
    trigger,
    priority,
    dueAt,
    skipReason: firstClosed(situation, GateEffect.Skip)?.reason ?? null,
    missed: null,
    ...(shard !== undefined && {
      repeats: rerunOf?.routing as RunRouting,
      lanePart: { ...keyPartOf(definition, args), shard: shard.index },
    }),
    fingerprint: null,
  };
}

/** The run of a request with an idempotency key, with what a repeat is compared by. */
async function withFingerprint(
  resolving: NewRun | Promise<NewRun>,
  request: TriggerRequest,
  rerunOf: JobInstance | undefined,
): Promise<NewRun> {
  const run = await resolving;
  const { priority = null, manual = false } = request;
  const asked = [run.args, delayOf(request), priority, manual, rerunOf?.id ?? null];
  return { ...run, fingerprint: await fingerprint(asked) };
}

/** The trigger of most runs, each of which is kept with it: they share it. */
const BY_CODE: JobTrigger = { type: TriggerType.Code };

function triggerOf(request: TriggerRequest, rerunOf: JobInstance | undefined): JobTrigger {
  const { source, by, manual, traceparent } = request;
  const isPlain = source === undefined && by === undefined && manual !== true && rerunOf === undefined;
  if (isPlain && traceparent === undefined) return BY_CODE;
  return {
    type: source ?? TriggerType.Code,
    ...(by !== undefined && { by }),
    ...(rerunOf !== undefined && { of: rerunOf.id }),
    ...(manual === true && { manual: true }),
    ...traceOf(request),
  };
}

/** No promise where no schema is read or asked, as for most runs. */
function checkArgs(
  definition: JobDefinition,
  given: unknown,
  rerunOf: JobInstance | null,
  { code, cache }: RunRequestContext,
): JsonValue | Promise<JsonValue> {
  // Its fires have the arguments that are kept with it, and a run by hand others where they are given.
  const isOwn = given === undefined || given === null;
  if (definition.kind === JobKind.Recurring && isOwn) return (rerunOf ?? definition).args;
  const asked = given === undefined ? (rerunOf ?? definition).args : (given ?? null);
  // Left out means "all defaults" to a job that says what it takes.
  const forSchema = asked ?? (given === undefined ? {} : null);
  const schema = code?.argsSchema(definition) ?? null;
  if (schema !== null) {
    const args = copyJson(forSchema, "/args");
    return parseArgs(definition.key, schema, args).then(() => args);
  }
  const declared = argsSchemaOf(definition, cache);
  if (declared === null) return copyJson(asked, "/args");
  return declared instanceof Promise
    ? declared.then((jsonSchema) =>
        jsonSchema === null ? copyJson(asked, "/args") : fitArgs(definition, jsonSchema, forSchema),
      )
    : fitArgs(definition, declared, forSchema);
}

function fitArgs({ key }: JobDefinition, jsonSchema: JsonObject, given: unknown): JsonValue {
  const args = copyJson(given, "/args");
  assertArgsFitJsonSchema(key, jsonSchema, args);
  return args;
}

/** The job's own schema, or that of the job whose code declares its handler. */
function argsSchemaOf(
  { key, app, work, argsSchema }: JobDefinition,
  cache: RunRequestContext["cache"],
): JsonObject | null | Promise<JsonObject | null> {
  if (argsSchema !== null || work.kind !== WorkKind.Code || work.handler === key) return argsSchema;
  return cache
    .get(work.handler)
    .then((handler) => (handler !== null && handler.app === app ? handler.argsSchema : null));
}

function resolveDueTime({ delayMs, runAt }: TriggerRequest, now: Date, doing: string): Date | null {
  if (delayMs !== undefined && runAt !== undefined) {
    throw invalidInput(doing, [issueAt("/runAt", "excludes", { other: "delayMs" })]);
  }
  if (delayMs !== undefined) {
    if (!Number.isFinite(delayMs) || delayMs < 0 || delayMs > LONGEST_DELAY_MS) {
      throw invalidInput(doing, [issueAt("/delayMs", "not_a_delay", { max: LONGEST_DELAY_MS })]);
    }
    return delayMs === 0 ? null : new Date(now.getTime() + delayMs);
  }
  if (runAt === undefined) return null;
  if (Number.isNaN(runAt.getTime()) || runAt.getTime() - now.getTime() > LONGEST_DELAY_MS) {
    throw invalidInput(doing, [issueAt("/runAt", "beyond_a_year")]);
  }
  return runAt > now ? runAt : null;
}

function delayOf({ delayMs, runAt }: TriggerRequest): JsonValue {
  return { delayMs: delayMs ?? null, runAt: runAt?.toISOString() ?? null };
}

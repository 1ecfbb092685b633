import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { fingerprint } from "../base/fingerprint.ts";
import { assertIdempotencyKey, createId, idempotentId } from "../base/ids.ts";
import { invalidInput } from "../base/input.ts";
import { copyJson, type JsonValue } from "../base/json.ts";
import { assertArgsFitJsonSchema, parseArgs } from "../definition/args-check.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import { type JobTrigger, TriggerType } from "../instance/job-instance.ts";
import type { NewRun } from "../instance/new-run.ts";
import { JobKind } from "../job/job-kind.ts";
import type { JobCode } from "../running/job-code.ts";
import type { TriggerRequest } from "./mo-job-scheduler.ts";
import type { SchedulerOptions } from "./scheduler-options.ts";

const LONGEST_DELAY_MS = 366 * 24 * 60 * 60 * 1000;

export interface RunRequestContext {
  readonly now: Date;
  readonly scheduler: SchedulerOptions;
  /** The jobs this process has the code of; their own schemas are asked first. */
  readonly code: JobCode | null;
}

/** A request checked against its job and made into a run. @throws MoJobError as `InstanceService.trigger` */
export async function resolveRunRequest(
  definition: JobDefinition,
  request: TriggerRequest,
  { now, scheduler, code }: RunRequestContext,
  rerunOf?: string,
): Promise<NewRun> {
  const doing = `trigger job "${definition.key}"`;
  if (definition.options.disabled) {
    throw new MoJobError(MoJobErrorCode.JobDisabled, `Cannot ${doing}: it is disabled`);
  }
  const args = await checkArgs(definition, request.args, code);
  const dueAt = resolveDueTime(request, now, doing);
  const priority = request.priority ?? definition.options.priority;
  if (!Number.isInteger(priority) || priority < 1 || priority > 5) {
    throw invalidInput(doing, [{ pointer: "/priority", message: "must be a whole number from 1 to 5" }]);
  }
  const { idempotencyKey } = request;
  if (idempotencyKey !== undefined) assertIdempotencyKey(idempotencyKey);
  const trigger: JobTrigger = {
    type: request.source ?? TriggerType.Code,
    ...(request.by !== undefined && { by: request.by }),
    ...(rerunOf !== undefined && { of: rerunOf }),
  };
  return {
    id: idempotencyKey === undefined ? createId(now) : idempotentId(definition.key, idempotencyKey),
    definition,
    args,
    trigger,
    priority,
    dueAt,
    skipReason: suppression(definition, scheduler, request.manual ?? false),
    missed: null,
    fingerprint:
      idempotencyKey === undefined
        ? null
        : await fingerprint([
            args,
            delayOf(request),
            request.priority ?? null,
            request.manual ?? false,
            rerunOf ?? null,
          ]),
  };
}

async function checkArgs(
  definition: JobDefinition,
  given: unknown,
  code: JobCode | null,
): Promise<JsonValue> {
  if (definition.kind === JobKind.Recurring) {
    if (given === undefined || given === null) return null;
    throw new MoJobError(
      MoJobErrorCode.WrongJobKind,
      `Cannot trigger job "${definition.key}" with arguments: it is recurring, and only triggered jobs take them`,
      { issues: [{ pointer: "/args", message: "must be left out for a recurring job" }] },
    );
  }
  const schema = code?.argsSchema(definition.key) ?? null;
  const hasSchema = schema !== null || definition.argsSchema !== null;
  // Left out means "all defaults" to a job that says what it takes.
  const args = copyJson(given ?? (hasSchema && given === undefined ? {} : null), "/args");
  if (schema !== null) await parseArgs(definition.key, schema, args);
  else if (definition.argsSchema !== null)
    assertArgsFitJsonSchema(definition.key, definition.argsSchema, args);
  return args;
}

function resolveDueTime({ delayMs, runAt }: TriggerRequest, now: Date, doing: string): Date | null {
  if (delayMs !== undefined && runAt !== undefined) {
    throw invalidInput(doing, [{ pointer: "/runAt", message: "must not be given together with delayMs" }]);
  }
  if (delayMs !== undefined) {
    if (!Number.isFinite(delayMs) || delayMs < 0 || delayMs > LONGEST_DELAY_MS) {
      throw invalidInput(doing, [
        { pointer: "/delayMs", message: `must be from 0 to ${LONGEST_DELAY_MS} (a year)` },
      ]);
    }
    return delayMs === 0 ? null : new Date(now.getTime() + delayMs);
  }
  if (runAt === undefined) return null;
  if (Number.isNaN(runAt.getTime()) || runAt.getTime() - now.getTime() > LONGEST_DELAY_MS) {
    throw invalidInput(doing, [{ pointer: "/runAt", message: "must be a time within a year" }]);
  }
  return runAt > now ? runAt : null;
}

function delayOf({ delayMs, runAt }: TriggerRequest): JsonValue {
  return { delayMs: delayMs ?? null, runAt: runAt?.toISOString() ?? null };
}

function suppression({ kind }: JobDefinition, scheduler: SchedulerOptions, isManual: boolean): string | null {
  if (isManual) return null;
  const isOn = kind === JobKind.Recurring ? scheduler.recurringDebugMode : scheduler.triggeredDebugMode;
  return isOn ? `Debug mode: ${kind} jobs run only by hand` : null;
}

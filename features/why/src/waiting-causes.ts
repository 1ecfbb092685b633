import { type JobDefinition, type JobInstance, JobState } from "@mojob/core";
import { canRun, WORKER_SILENT_MS } from "@mojob/core/engine";
import { closedGates, GateEffect, hasRunner, isInForce, namedExecutor } from "@mojob/core/feature";
import { type ExecutorRecord, ReasonCode, waitsForSlot } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";
import { appStopped, paused, windowsOpen } from "./pause-causes.ts";
import { tenantCauses } from "./tenant-causes.ts";
import type { RunEvidence } from "./run-evidence.ts";

const MOST_HOLDERS = 10;

/** The causes for which a run waits now, the first in its way first. */
export function waitingCauses(evidence: RunEvidence): readonly Cause[] {
  const { run, now } = evidence;
  if (run.state === JobState.Scheduled) {
    // A worker that takes nothing notes of no run that its time has come.
    const isDue = (run.scheduledFor ?? run.createdAt) <= now;
    return [...scheduled(evidence), ...(isDue ? tenantCauses(evidence.tenant) : [])];
  }
  const causes = [...failedBefore(evidence), ...tenantCauses(evidence.tenant), ...gateCauses(evidence)];
  if (run.retryAt !== null && run.retryAt > now)
    return [...causes, { code: "begins_at", parameters: { at: run.retryAt.toISOString() } }];
  if (waitsForSlot(run)) return [...causes, ...slotInTheWay(evidence)];
  const { reason } = run;
  if (reason?.code === ReasonCode.WaitsForCode || reason?.code === ReasonCode.WaitsForRun)
    return [...causes, { code: "recorded", parameters: { reason, at: run.updatedAt.toISOString() } }];
  if (evidence.job !== null) causes.push(...workersInTheWay(evidence.job, evidence.workers));
  return causes.length > 0 ? causes : [waits(run, now)];
}

/** Who has the slots and who is before it; that its turn comes by a rate is what is recorded. */
function slotInTheWay(evidence: RunEvidence): readonly Cause[] {
  const { reason, updatedAt } = evidence.run;
  const others = [...slotsTaken(evidence), ...before(evidence)];
  const isPaced = reason?.code === ReasonCode.WaitsForSlot && reason.parameters.perMs !== undefined;
  if (reason === null || (others.length > 0 && !isPaced)) return others;
  return [{ code: "recorded", parameters: { reason, at: updatedAt.toISOString() } }, ...others];
}

/** The runs that hold the slots of its lane, or held them while it waited. */
export function slotsTaken({ run, job, holders, now }: RunEvidence): readonly Cause[] {
  if (holders.length === 0) return [];
  const since = run.enqueuedAt ?? run.createdAt;
  const until = run.startedAt ?? run.completedAt ?? now;
  return [
    {
      code: "slots_taken",
      parameters: {
        limit: job?.options.maxConcurrency ?? null,
        count: holders.length,
        runs: holders.slice(0, MOST_HOLDERS).map(({ id }) => id),
        waitedMs: Math.max(0, until.getTime() - since.getTime()),
      },
    },
  ];
}

/** The causes in the worker that executes a run. */
export function workerCauses({ run, seen, now }: RunEvidence): readonly Cause[] {
  const causes: Cause[] = [];
  if (run.cancelRequestedAt !== null) {
    const { by = null, note = null } =
      run.cancelReason?.code === ReasonCode.Cancelled ? run.cancelReason.parameters : {};
    causes.push({ code: "cancel_asked", parameters: { by, note, at: run.cancelRequestedAt.toISOString() } });
  }
  if (run.worker === null) return causes;
  const worker = seen.get(run.worker);
  const name = worker === undefined ? run.worker : namedExecutor(worker).name;
  const lastSeenAt = worker?.lastSeenAt ?? null;
  if (lastSeenAt === null || now.getTime() - lastSeenAt.getTime() > WORKER_SILENT_MS)
    causes.push({
      code: "worker_silent",
      parameters: { worker: run.worker, name, lastSeenAt: lastSeenAt?.toISOString() ?? null },
    });
  const blocked = worker?.blocked;
  if (blocked != null && run.startedAt !== null && blocked.at >= run.startedAt) {
    const { ms, at, jobKeys } = blocked;
    const parameters = { worker: run.worker, name, ms, at: at.toISOString(), jobKeys };
    causes.push({ code: "loop_blocked", parameters });
  }
  return causes;
}

/**
 * Why no worker begins runs of a job.
 * @param workers those of its app that are online
 */
export function workersInTheWay(job: JobDefinition, workers: readonly ExecutorRecord[]): readonly Cause[] {
  const able = workers.filter((worker) => canRun(worker, job));
  if (able.length === 0)
    return [{ code: "no_worker", parameters: { app: job.app, workers: refusals(job, workers) } }];
  if (able.some(({ limit, running }) => limit === null || running < limit)) return [];
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return [
    {
      code: "workers_full",
      parameters: {
        running: sum(able.map(({ running }) => running)),
        limit: sum(able.map(({ limit }) => limit ?? 0)),
        workers: able.length,
      },
    },
  ];
}

function refusals(job: JobDefinition, workers: readonly ExecutorRecord[]) {
  return workers.map((worker) => {
    const { version, labels, draining, drain } = worker;
    const facts = {
      version,
      labels,
      isDraining: draining || drain !== undefined,
      hasRunner: hasRunner(worker, job),
    };
    const [closed] = closedGates({ job, now: worker.lastSeenAt, worker: facts });
    const reason =
      closed?.reason ?? ({ code: ReasonCode.NoRunner, parameters: { work: job.work.kind } } as const);
    return { id: worker.id, name: namedExecutor(worker).name, reason };
  });
}

function scheduled({ run }: RunEvidence): readonly Cause[] {
  const at = run.scheduledFor?.toISOString() ?? run.createdAt.toISOString();
  if (run.attempt === 0 || run.reason === null) return [{ code: "asked_for_later", parameters: { at } }];
  return [
    { code: "recorded", parameters: { reason: run.reason, at: run.updatedAt.toISOString() } },
    { code: "begins_at", parameters: { at } },
  ];
}

/** The failure of the attempt before, of a run that waits for a retry. */
function failedBefore({ run }: RunEvidence): readonly Cause[] {
  const failed = run.history.findLast(({ to }) => to === JobState.Failed);
  if (run.state !== JobState.Failed || failed?.reason == null) return [];
  return [{ code: "recorded", parameters: { reason: failed.reason, at: failed.at.toISOString() } }];
}

/** The gates of its job that are closed now, with who closed them. */
function gateCauses({ run, job, modes, now }: RunEvidence): readonly Cause[] {
  const closed = closedGates({ job, now, modes, run }).filter(
    ({ gate }) => gate.effect !== GateEffect.Elsewhere,
  );
  return closed.flatMap(({ reason }): readonly Cause[] => {
    if (reason.code !== ReasonCode.Held || job === null) return [{ code: "closed", parameters: { reason } }];
    const { pause, appPause = null } = job;
    return [
      ...(pause !== null && isInForce(pause, now) ? [paused(pause)] : []),
      ...(appPause !== null && isInForce(appPause, now) ? [appStopped(appPause, job.app)] : []),
      ...windowsOpen(job.windows, now),
    ];
  });
}

function before({ before: { count, atLeast } }: RunEvidence): readonly Cause[] {
  return count === 0 ? [] : [{ code: "runs_before", parameters: { count, atLeast } }];
}

function waits({ enqueuedAt, createdAt }: JobInstance, now: Date): Cause {
  const waitedMs = now.getTime() - (enqueuedAt ?? createdAt).getTime();
  return { code: "waited_for_worker", parameters: { waitedMs } };
}

import { cancelled, ReasonCode } from "../model/reason.ts";
import { createId } from "../base/ids.ts";
import { destinationOf } from "../model/destination.ts";
import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { withRunOptions } from "../model/job-of-run.ts";
import { MOST_SNOOZES, retriesOf, snooze, snoozesOf } from "../model/instance/snooze.ts";
import { outlivesWorker } from "../model/work-kinds.ts";
import { JobState } from "../model/instance/job-state.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import { cancelRunning, fail } from "../model/instance/transitions.ts";
import { resolveAfterFailure } from "../model/begin/resolve-after-failure.ts";
import { mayReturn } from "../placement/may-return.ts";
import { type DispatchAgainOptions, nextAttemptOf } from "../dispatch/dispatch-again.ts";
import { reportFailures } from "../dispatch/unattended-failure.ts";
import type { Dispatcher, RetryDispatch } from "../dispatch/dispatcher.ts";
import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";

export interface LostAttemptsOptions extends Pick<DispatchAgainOptions, "onFailed"> {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
}

/** How the attempt of a dead worker ends, and the dispatch of the next one. */
interface LostEnd {
  readonly change: InstanceChange;
  readonly retry: RetryDispatch | null;
}

/** Ends attempts that nothing executes any more. */
export class LostAttempts {
  readonly #options: LostAttemptsOptions;

  constructor(options: LostAttemptsOptions) {
    this.#options = options;
  }

  /** Settles attempts whose workers have died, and sends those that are tried again. */
  async settle(vanished: readonly JobInstance[], begunAt: Date): Promise<void> {
    if (vanished.length === 0) return;
    const { store, dispatcher } = this.#options;
    const given = await this.#givenUp(vanished, begunAt);
    const due = (await Promise.all(given.map((one) => this.#endOf(one)))).filter((end) => end !== null);
    const changes = due.map(({ change }) => change);
    const applied = await store.instances.update(changes);
    reportFailures(given, changes, applied, this.#options.onFailed);
    await dispatcher.send(
      due.flatMap(({ retry }, index) => (applied[index] === true && retry !== null ? [retry] : [])),
    );
  }

  /** The runs whose program cannot come back with them any more. */
  async #givenUp(vanished: readonly JobInstance[], begunAt: Date): Promise<readonly JobInstance[]> {
    const { tenant, store, clock } = this.#options;
    const executors = await store.executors.list(tenant, new Date(0));
    const byId = new Map(executors.map((executor) => [executor.id, executor]));
    return vanished.filter((run) => {
      const executor = byId.get(run.worker ?? "");
      return executor === undefined || !mayReturn(run, executor, begunAt, clock.now());
    });
  }

  /** How the attempt of a dead worker ends, and the dispatch of the next one; `null` for a run without a claim. */
  async #endOf(instance: JobInstance): Promise<LostEnd | null> {
    if (instance.claim === null) return null;
    const { clock, cache } = this.#options;
    const now = clock.now();
    const attempt: AttemptRef = { ...instance, claim: instance.claim, worker: instance.worker ?? "unknown" };
    if (instance.cancelRequestedAt !== null)
      return {
        change: cancelRunning(attempt, now, instance.cancelReason ?? cancelled(), null),
        retry: null,
      };
    const definition = await cache.get(instance.jobKey);
    if (definition !== null && outlivesWorker(definition.work) && snoozesOf(instance) < MOST_SNOOZES)
      return takenOver(attempt, instance, now);
    const { id } = instance;
    const names = ["worker_lost"];
    const lost = { id, retries: retriesOf(instance), isFinal: false, names, mayRetryNow: false };
    const job = definition === null ? null : withRunOptions(definition, instance);
    const after = resolveAfterFailure({ job, now }, lost);
    const failure = {
      code: "worker_lost",
      message: `Worker "${attempt.worker}" stopped responding during the attempt`,
      parameters: { worker: attempt.worker },
    };
    const change = fail(attempt, now, failure, after, null);
    if (after.next !== "retryLater") return { change, retry: null };
    const request = nextAttemptOf({ ...instance, state: JobState.Failed, retryAt: after.retryAt });
    return {
      change,
      retry: { destination: destinationOf(instance), dispatchId: after.dispatchId, request },
    };
  }
}

/** The work goes on without its worker: the next attempt waits for its end, so that this one is no failure. */
function takenOver(attempt: AttemptRef, instance: JobInstance, now: Date): LostEnd {
  const dispatchId = createId(now);
  const reason = { code: ReasonCode.TakenOver, parameters: { worker: attempt.worker } };
  const change = snooze(attempt, instance, now, { delayMs: 0, dispatchId, progress: null, reason });
  const request = nextAttemptOf({ ...instance, state: JobState.Scheduled, scheduledFor: now });
  return { change, retry: { destination: destinationOf(instance), dispatchId, request } };
}

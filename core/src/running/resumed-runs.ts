import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobContext } from "../job/job-context.ts";
import { takeOverAttempt } from "../model/instance/attempt-ref.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { JobState } from "../model/instance/job-state.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoLogStore } from "../ports/log-store.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import type { SlotEnd } from "./attempt/admitted-run.ts";
import type { AttemptLoop } from "./attempt/attempt-loop.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";
import { endOfLog } from "./attempt/run-log.ts";
import type { HeldAttempt, OfferedAttempt } from "./executor-host.ts";
import type { OwnRuns } from "./worker/own-runs.ts";

const LOG_PAGE = 10_000;

export interface ResumedRunsOptions {
  readonly tenant: string;
  /** The worker's id. */
  readonly worker: string;
  readonly runners: readonly IMoWorkRunner<JobContext>[];
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "logs">;
  readonly cache: Pick<JobDefinitionCache, "get">;
  readonly clock: Clock;
  readonly writer: AttemptWriter;
  readonly own: OwnRuns;
  readonly loop: AttemptLoop;
  /** Called with one whose cancel was asked for while nobody had it. */
  readonly onCancelAsked: (instanceId: string) => void;
  /** Shows the worker with the runs it holds. */
  readonly announce: () => Promise<void>;
  /** Called when one has been settled, which no delivery follows. */
  readonly onEnded: (run: JobInstance, definition: JobDefinition, slot: SlotEnd) => void;
  readonly onError: (error: unknown) => void;
}

interface ResumableRun {
  readonly run: JobInstance;
  readonly definition: JobDefinition;
  readonly runner: IMoWorkRunner<JobContext>;
}

/**
 * Takes attempts over that a program has gone on executing while the process was gone which ran them for it. Each is taken with
 * one write that needs the claim it was begun with, and gives it a new one: what the earlier process still writes changes nothing.
 * It is taken only when the program is known to have the new claim, because an offer that is lost on its way can then be made again.
 */
export class ResumedRuns {
  readonly #options: ResumedRunsOptions;

  constructor(options: ResumedRunsOptions) {
    this.#options = options;
  }

  /** Resolves to each with a new claim, which nothing has yet; to `null` for one that has ended, is another's or cannot run here. */
  offer(attempts: readonly HeldAttempt[]): Promise<readonly (OfferedAttempt | null)[]> {
    const { clock } = this.#options;
    return Promise.all(
      attempts.map(async (attempt) => {
        if ((await this.#find(attempt)) === null) return null;
        return { ...attempt, nextClaim: createId(clock.now()) };
      }),
    );
  }

  /** Resolves to whether the attempt has its new claim. */
  async take(offered: OfferedAttempt): Promise<boolean> {
    const { tenant, own, writer, clock, worker, announce } = this.#options;
    const { claim, nextClaim } = offered;
    const found = await this.#find(offered);
    if (found === null) return false;
    const { run, definition, runner } = found;
    const hold = own.takeLongOwned(run.id);
    let isTaken = false;
    try {
      // A worker that has a run names it: before it is this worker's, others must be able to see that.
      await announce();
      const lines = await this.#linesOf(run);
      const next = { tenant, id: run.id, attempt: run.attempt, claim: nextClaim, worker };
      isTaken = await writer.update(takeOverAttempt(next, claim, clock.now()));
      if (!isTaken) return false;
      void this.#run({ ...run, claim: nextClaim, worker }, { definition, runner, lines }, () =>
        hold.letGo(0),
      );
      return true;
    } finally {
      if (!isTaken) hold.letGo(0);
    }
  }

  /** The run while the attempt is under way and can run here. */
  async #find({ instanceId, claim }: HeldAttempt): Promise<ResumableRun | null> {
    const { tenant, store, cache, runners } = this.#options;
    const [run = null] = await store.instances.get(tenant, [instanceId]);
    if (run?.claim !== claim || run.state !== JobState.Processing) return null;
    const definition = await cache.get(run.jobKey);
    const runner = definition === null ? undefined : runners.find((one) => one.canRun(definition));
    return definition === null || runner === undefined ? null : { run, definition, runner };
  }

  async #run(
    instance: JobInstance,
    { definition, runner, lines }: Omit<ResumableRun, "run"> & { readonly lines: number },
    letGo: () => void,
  ): Promise<void> {
    const { loop, clock, worker, onCancelAsked, onEnded, onError } = this.#options;
    const { tenant, id, attempt, claim } = instance;
    const begunAt = instance.history.findLast(({ to }) => to === JobState.Processing)?.at ?? clock.now();
    const elapsedMs = Math.max(0, clock.now().getTime() - begunAt.getTime());
    if (instance.cancelRequestedAt !== null) onCancelAsked(id);
    try {
      const slot = await loop.run({
        instance,
        attempt: { tenant, id, attempt, claim: claim ?? "", worker },
        definition,
        runner,
        soFar: { elapsedMs, lines },
      });
      onEnded(instance, definition, slot);
    } catch (error) {
      onError(error);
    } finally {
      letGo();
    }
  }

  /** How many lines of its log the attempt has written. */
  async #linesOf({ tenant, id, attempt }: JobInstance): Promise<number> {
    const logs: IMoLogStore = this.#options.store.logs;
    const before = endOfLog(attempt - 1);
    for (let last = before; ;) {
      const page = await logs.list(tenant, id, last, LOG_PAGE);
      last = page.at(-1)?.seq ?? last;
      if (page.length < LOG_PAGE) return last - before;
    }
  }
}

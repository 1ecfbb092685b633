import { MissingCodeDuty } from "../duties/missing-code-duty.ts";
import type { Duty } from "../duties/duty.ts";
import { FileSweep } from "../duties/file-sweep.ts";
import { FiringLoop } from "../duties/firing-loop.ts";
import { FollowDuty } from "../duties/follow-duty.ts";
import { Janitor } from "../duties/janitor.ts";
import { RerouteDuty } from "../duties/reroute-duty.ts";
import { TrimHistory } from "../duties/trim-history.ts";
import { TrimRuns } from "../duties/trim-runs.ts";
import { TaskDuty } from "../duties/task-duty.ts";
import { WaitingDuty } from "../duties/waiting-duty.ts";
import { RepairDuty } from "../duties/repair-duty.ts";
import { Reconciler } from "../duties/reconciler.ts";
import type { EndFollower } from "../duties/following/end-follower.ts";
import { Following } from "../duties/following/following.ts";
import type { EventSubscription } from "../ports/event-bus.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import { ChildJobs } from "./instances/child-jobs.ts";
import { PartEnds } from "./instances/part-ends.ts";
import type { ReportFailure } from "../dispatch/unattended-failure.ts";
import { HookCaller } from "../running/attempt/hook-caller.ts";
import { AttemptOutcome, type RunHooks } from "../running/attempt/run-hooks.ts";
import { reportFailedRun, reportWarning } from "./console-reporters.ts";
import { createScheduler } from "./create-scheduler.ts";
import { debugModeWarnings } from "./debug-mode-warnings.ts";
import type { Engine, Feature, PlaneParts } from "./engine.ts";

/** Decides for a tenant: the duties in the background, and the scheduler that callers use. A runtime runs the duties. */
export class ControlPlane {
  readonly engine: Engine;
  readonly reconciler: Reconciler;
  readonly missingCode: MissingCodeDuty;
  readonly firing: FiringLoop;
  readonly following: Following;
  /** Each is to run in one place per tenant. */
  readonly duties: readonly Duty[];
  readonly scheduler: MoJobScheduler;
  #changes: EventSubscription | null = null;

  /**
   * @param followers what is done because runs end
   * @param hooks called with attempts that fail without a worker; a failure is one line on stderr unless `onRunEnd` takes it
   */
  constructor(
    engine: Engine,
    followers: readonly EndFollower[] = [],
    hooks: Pick<RunHooks, "onRunEnd"> = {},
  ) {
    this.engine = engine;
    const onFailed = failureReporter(engine, hooks);
    const parts: PlaneParts = {
      engine,
      onFailed,
      printsFailures: hooks.onRunEnd === undefined,
      scheduler: () => this.scheduler,
    };
    const ofFeatures = <Part>(
      of: (feature: Feature) => ((parts: PlaneParts) => readonly Part[]) | undefined,
    ) => engine.features.flatMap((feature) => of(feature)?.(parts) ?? []);
    this.reconciler = new Reconciler({ ...engine, onFailed });
    this.missingCode = new MissingCodeDuty(engine);
    this.firing = new FiringLoop(engine);
    this.following = new Following({
      ...engine,
      store: engine.store.instances,
      followers: [
        new ChildJobs(engine),
        new PartEnds({ ...engine, store: engine.store.instances }),
        ...ofFeatures((feature) => feature.followers),
        ...followers,
      ],
    });
    const { repair } = engine.store;
    this.duties = [
      this.firing,
      this.reconciler,
      this.missingCode,
      new RerouteDuty({ ...engine, onFailed }),
      waitingDuty(engine, onFailed),
      new Janitor({
        ...engine,
        store: engine.store.retention,
        scripts: engine.store.scripts,
        followedTo: async () =>
          (await Promise.all([this.following.positions(), ...ofFeatures(readToOf)])).flat(),
      }),
      new FileSweep({ ...engine, ...engine.store }),
      new TrimRuns(engine),
      new TrimHistory({ ...engine, store: engine.store.history }),
      ...(repair === undefined ? [] : [new RepairDuty({ tenant: engine.tenant, repair })]),
      ...ofFeatures((feature) => feature.duties),
      new FollowDuty(this.following, (listener) => engine.cache.onChange(listener)),
    ];
    this.scheduler = createScheduler(engine);
  }

  /**
   * Puts the defaults and the debug modes of its options into force, and begins to listen for changed definitions and for runs that end.
   * @param onWarning called where jobs of a kind run only by hand
   */
  async start(onWarning: (warning: string) => void = reportWarning): Promise<void> {
    await this.decide(onWarning);
    await this.following.begin();
    this.#changes = await this.engine.cache.subscribe();
  }

  /** Puts the defaults and the debug modes of its options into force. */
  async decide(onWarning: (warning: string) => void = reportWarning): Promise<void> {
    const { debugMode, globals, scheduler, tenant } = this.engine;
    const { recurringDebugMode: recurring = false, triggeredDebugMode: triggered = false } = scheduler;
    await globals.publish();
    const before = await debugMode.decide({ recurring, triggered });
    for (const warning of debugModeWarnings(tenant, { recurring, triggered }, before)) onWarning(warning);
  }

  async close(): Promise<void> {
    await this.engine.ends.close();
    await Promise.all([this.following.close(), this.#changes?.close()]);
  }
}

/** Where a feature has got to by itself, as one part. */
function readToOf({
  readTo,
}: Feature): ((parts: PlaneParts) => readonly Promise<readonly string[]>[]) | undefined {
  return readTo && ((parts) => [readTo(parts)]);
}

/** Ends what has waited for too long, and in the same loop goes on with tasks. */
function waitingDuty(engine: Engine, onFailed: ReportFailure): Duty {
  const waiting = new WaitingDuty({ ...engine, onFailed });
  const { tasks } = engine;
  return tasks === null ? waiting : new TaskDuty({ ...engine, tasks, beside: waiting });
}

/** Reports attempts that no worker could report, as a worker reports its own. */
function failureReporter(
  { tenant, metrics, onError }: Engine,
  { onRunEnd = reportFailedRun }: Pick<RunHooks, "onRunEnd">,
): ReportFailure {
  const caller = new HookCaller({ hooks: { onRunEnd }, metrics, onError });
  return ({ run, attempt, failure, retryAt }) => {
    const { jobKey, id: instanceId, trigger } = run;
    const ended = { tenant, jobKey, instanceId, attempt, trigger, durationMs: 0 };
    caller.ended(ended, run, { outcome: AttemptOutcome.Failed, failure, error: undefined, retryAt });
  };
}

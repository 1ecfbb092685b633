import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { dispatchAgain } from "../dispatch/dispatch-again.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { ReportFailure } from "../dispatch/unattended-failure.ts";
import { isRouted, type Router } from "../dispatch/router.ts";
import { isParked } from "../model/instance/lane.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import { NOT_BEGUN, openPages } from "../waiting/open-runs.ts";
import type { Duty, DutyPass } from "./duty.ts";

/** How soon it notices that an executor has left. */
const LOOK_EVERY_MS = 500;
/** How soon it notices that a job has begun to choose executors; until one does, it reads nothing else. */
const ASK_EVERY_MS = 10_000;

export interface RerouteDutyOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances">;
  readonly cache: Pick<JobDefinitionCache, "getAll">;
  readonly dispatcher: Dispatcher;
  readonly router: Router;
  readonly clock: Clock;
  /** Called with each shard whose executor is gone. @default nothing is called */
  readonly onFailed?: ReportFailure;
}

/**
 * Sends runs that wait for an executor which has left or died to another one. It looks at the executors alone until one is
 * missing, and at open runs then; where no job chooses executors, at neither.
 */
export class RerouteDuty implements Duty {
  readonly name = "reroute";
  readonly everyMs: number = LOOK_EVERY_MS;
  readonly takeoverMs = 5000;
  readonly #options: RerouteDutyOptions;
  #isNeeded = false;
  #askedAtMs = -Infinity;
  /** The executors of the latest look; `null` before the first. */
  #known: readonly string[] | null = null;

  constructor(options: RerouteDutyOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { cache, router, clock } = this.#options;
    if (clock.monotonicMs() - this.#askedAtMs >= ASK_EVERY_MS) {
      this.#isNeeded = (await cache.getAll()).some(isRouted);
      this.#askedAtMs = clock.monotonicMs();
    }
    if (!this.#isNeeded) {
      this.#known = null;
      return { nextInMs: ASK_EVERY_MS, slackMs: Infinity };
    }
    const executors = await router.read();
    const present = new Set(executors.filter(({ draining }) => !draining).map(({ id }) => id));
    if (this.#known === null || this.#known.some((id) => !present.has(id))) await this.#reroute(signal);
    // Not before the runs were looked at: a pass that fails is made again.
    this.#known = [...present];
    return { nextInMs: LOOK_EVERY_MS };
  }

  async #reroute(signal: AbortSignal): Promise<void> {
    const { tenant, store, router, clock } = this.#options;
    const unmovedSince = clock.now();
    // Runs that have begun are settled or recovered whichever executor they were sent to.
    for await (const runs of openPages(store.instances, { tenant, states: NOT_BEGUN, unmovedSince })) {
      // One that waits for a slot or is held is sent to an executor in its turn.
      const misplaced = await router.misplaced(runs.filter((run) => !isParked(run)));
      await dispatchAgain(misplaced, { ...this.#options, store: store.instances });
      if (signal.aborted) break;
    }
  }
}

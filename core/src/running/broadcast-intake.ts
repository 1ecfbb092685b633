import { createId } from "../base/ids.ts";
import { Composites, type CompositesOptions } from "../dispatch/composite/composites.ts";
import { isBroadcast, type Router } from "../dispatch/router.ts";
import { beginBroadcast } from "../model/broadcast/begin-broadcast.ts";
import { shardOfLane } from "../model/instance/lane.ts";
import type { AdmissionResult } from "../model/write/admission.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";
import type { RunnableRequest } from "./sort-requests.ts";

export interface BroadcastIntakeOptions extends CompositesOptions {
  /** The worker's id. */
  readonly worker: string;
  readonly writer: AttemptWriter;
  /** @default the worker itself gets the only shard */
  readonly router?: Router;
}

/**
 * Begins broadcasts that are delivered to a worker: whichever gets one writes down the executors there are and creates the
 * shards. From then on the broadcast is nobody's, and takes neither a slot nor a place on a worker.
 */
export class BroadcastIntake {
  readonly #options: BroadcastIntakeOptions;
  readonly #composites: Composites;

  constructor(options: BroadcastIntakeOptions) {
    this.#options = options;
    this.#composites = new Composites(options);
  }

  /** Whether a request is for the first attempt of a whole run of a job that is broadcast. */
  static isFor({ request: { attempt, lane }, definition }: RunnableRequest): boolean {
    return attempt === 1 && isBroadcast(definition) && shardOfLane(lane) === null;
  }

  /** Resolves when the shards are recorded. */
  async begin(
    { request, definition, runner }: RunnableRequest,
    onAdmission: (outcome: AdmissionResult["outcome"]) => void,
  ): Promise<void> {
    const { tenant, worker, clock, writer, router } = this.#options;
    let answer: AdmissionResult = { outcome: "refused" };
    try {
      const called = await runner.executorsFor?.(definition);
      const others = called ?? (await router?.all(definition)) ?? [];
      const executors = others.length > 0 ? others : [{ id: worker, name: worker }];
      const now = clock.now();
      const attempt = { tenant, id: request.instanceId, attempt: 1, claim: createId(now), worker };
      const change = beginBroadcast(attempt, now, definition.options.retryCount, executors);
      answer = await writer.admit({ change, lane: request.lane, limit: null });
    } finally {
      onAdmission(answer.outcome);
    }
    if (answer.outcome === "admitted") await this.#composites.begin(answer.instance);
  }
}

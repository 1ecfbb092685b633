import type { JobInstance } from "@mojob/core";
import { WAIT_MS } from "../model-job.ts";
import { runName } from "../run-name.ts";
import type { ResolvedWorldOptions } from "../world-options.ts";
import type { Judge, WorldEvidence } from "./judge.ts";

/** No more runs wait than may, and what waits too long ends without having begun. */
export class WaitingJudge implements Judge {
  readonly #options: ResolvedWorldOptions;

  constructor(options: ResolvedWorldOptions) {
    this.#options = options;
  }

  complaints({ records, effects }: WorldEvidence): readonly string[] {
    const { maxWaiting, firesOnce, hasExecutors } = this.#options;
    const complaints: string[] = [];
    // Each process counts before it writes: several may exceed it, each by what it has room for.
    const most = maxWaiting === null ? Infinity : maxWaiting * (firesOnce ? 1 : 2);
    const waiting = records.filter(
      ({ state, attempt }) => attempt === 0 && (state === "Scheduled" || state === "Enqueued"),
    );
    if (waiting.length > most) complaints.push(`${waiting.length} runs wait, and ${most} may`);
    for (const { id, enqueuedAt, history } of records)
      for (const { reason, attempt, at } of history) {
        if (reason?.code !== "not_begun") continue;
        if (effects.some((effect) => effect.instanceId === id && effect.attempt === attempt))
          complaints.push(`attempt ${attempt} of ${runName(id)} was not begun in time, and its code ran`);
        if (attempt === 1 && enqueuedAt !== null && at.getTime() - enqueuedAt.getTime() < WAIT_MS)
          complaints.push(`${runName(id)} was ended before it had waited for ${WAIT_MS} ms`);
        const code = hasExecutors ? "waited_too_long" : "no_worker";
        const failed = history.find((entry) => entry.attempt === attempt && entry.to === "Failed")?.reason;
        const why = failed?.code === "attempt_failed" ? failed.parameters.failure.code : failed?.code;
        if (why !== code) complaints.push(`${runName(id)} failed for ${why}, not ${code}`);
      }
    return complaints;
  }

  complaintsAtRest({ records, triggered }: WorldEvidence): readonly string[] {
    const { maxWaiting } = this.#options;
    if (maxWaiting === null) return [];
    const isRefused = ({ reason }: JobInstance): boolean => reason?.code === "waiting_limit";
    const refused = [
      ...records.filter(isRefused).map(({ id }) => id),
      ...triggered.filter(({ answer }) => answer === null).map(({ id }) => id),
    ];
    const others = records.filter((run) => !isRefused(run)).length;
    return [
      ...triggered
        .filter(({ id, answer }) => answer === null && records.some((run) => run.id === id))
        .map(({ id }) => `${runName(id)} was refused, and it was recorded`),
      ...(others < maxWaiting
        ? refused.map((id) => `${runName(id)} was refused, and only ${others} others ever waited`)
        : []),
    ];
  }
}

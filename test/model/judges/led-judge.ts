import { isTerminal, type JobInstance } from "@mojob/core";
import { runName } from "../run-name.ts";
import type { ResolvedWorldOptions } from "../world-options.ts";
import type { Judge, WorldEvidence } from "./judge.ts";

/** A broadcast has one run for each executor and ends as they do; the end of a run starts its child once. */
export class LedJudge implements Judge {
  readonly #options: ResolvedWorldOptions;

  constructor(options: ResolvedWorldOptions) {
    this.#options = options;
  }

  complaints({ records }: WorldEvidence): readonly string[] {
    return records.flatMap((run) => {
      const led = records.filter(({ trigger }) => trigger.of === run.id);
      const name = runName(run.id);
      const children = led.filter(({ trigger }) => trigger.type === "parent");
      return [
        ...(children.length > 1 ? [`${name} has ${children.length} children`] : []),
        ...(children.length > 0 && run.state !== "Succeeded"
          ? [`${name} is ${run.state} and has a child`]
          : []),
        ...complaintsAboutBroadcast(run, led, this.#options.workers),
      ];
    });
  }

  complaintsAtRest({ records }: WorldEvidence): readonly string[] {
    if (!this.#options.hasChild) return [];
    return records
      .filter(({ state, trigger }) => state === "Succeeded" && trigger.of === undefined)
      .filter(({ id }) => !records.some(({ trigger }) => trigger.type === "parent" && trigger.of === id))
      .map(({ id }) => `${runName(id)} has no child`);
  }
}

function complaintsAboutBroadcast(
  run: JobInstance,
  led: readonly JobInstance[],
  executors: number,
): readonly string[] {
  if (!isSpread(run)) return [];
  const name = runName(run.id);
  const shards = led.filter(({ trigger }) => trigger.type === "broadcast");
  const complaints: string[] = [];
  if (run.slot !== null) complaints.push(`${name} is a broadcast and holds a slot`);
  if (!isTerminal(run.state)) return complaints;
  if (shards.length !== executors) complaints.push(`${name} has ended with ${shards.length} shards`);
  if (shards.some(({ state }) => !isTerminal(state)))
    complaints.push(`${name} has ended, and a shard has not`);
  const isWhole = shards.every(({ state }) => state === "Succeeded");
  if ((run.state === "Succeeded") !== isWhole && run.state !== "Cancelled")
    complaints.push(`${name} is ${run.state}, and its shards ${shards.map(({ state }) => state).join()}`);
  return complaints;
}

/** Whether it is a broadcast that has begun. */
export function isSpread({ routing }: JobInstance): boolean {
  return routing?.shards !== undefined;
}

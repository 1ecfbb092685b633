import { readFiringCursor } from "../duties/firing-loop.ts";
import { JobState } from "../model/instance/job-state.ts";
import { readLatestFires } from "../duties/latest-fires.ts";
import { nextFire } from "../schedule/planner.ts";
import type { Delays } from "../scheduler/delays.ts";
import type { Engine } from "./engine.ts";

export interface DelaysOptions extends Pick<
  Engine,
  "tenant" | "store" | "state" | "cache" | "clock" | "dispatcher"
> {
  readonly scope: string | null;
}

/** Reads one cursor, one waiting run and the definitions in memory. */
export async function readDelays(options: DelaysOptions): Promise<Delays> {
  const { tenant, scope, store, state, cache, clock, dispatcher } = options;
  const now = clock.now();
  const app = scope === null ? {} : { app: scope };
  const [firedTo, definitions, waiting] = await Promise.all([
    readFiringCursor(state, tenant),
    cache.getAll(),
    store.instances.findOpen(
      { tenant, ...app, states: [JobState.Enqueued], unmovedSince: now },
      { limit: 1 },
    ),
  ]);
  const latest = await readLatestFires(definitions, options);
  const due = definitions
    .filter((definition) => firedTo !== null && (scope === null || definition.app === scope))
    .map((definition) => nextFire(definition, firedTo ?? now, latest)?.getTime() ?? Infinity);
  const [oldest] = waiting.items;
  return {
    firingLagMs: Math.max(0, now.getTime() - due.reduce((a, b) => Math.min(a, b), Infinity)),
    oldestEnqueuedMs: now.getTime() - (oldest?.enqueuedAt ?? oldest?.createdAt ?? now).getTime(),
    dispatchFailures: dispatcher.failures,
  };
}

import type { Requester } from "../access/requester.ts";
import { readFiringCursor } from "../duties/firing-loop.ts";
import { readScheduleFacts } from "../duties/read-schedule-facts.ts";
import { nextFire } from "../schedule/planner.ts";
import type { Delays } from "../scheduler/delays.ts";
import type { Engine } from "./engine.ts";
import { oldestWaiting } from "./scope/oldest-waiting.ts";

export type DelaysOptions = Pick<
  Engine,
  "tenant" | "store" | "state" | "cache" | "rules" | "clock" | "dispatcher"
>;

/** Reads one cursor, one waiting run and the definitions in memory. */
export async function readDelays({ apps }: Requester, options: DelaysOptions): Promise<Delays> {
  const { tenant, store, state, cache, clock, dispatcher } = options;
  const now = clock.now();
  const [firedTo, definitions, waiting] = await Promise.all([
    readFiringCursor(state, tenant),
    cache.getAll(),
    oldestWaiting(store.instances, tenant, apps, now),
  ]);
  const facts = await readScheduleFacts(definitions, options);
  const due = definitions
    .filter((definition) => firedTo !== null && apps.has(definition.app))
    .map((definition) => nextFire(definition, firedTo ?? now, facts)?.getTime() ?? Infinity);
  const [oldest] = waiting;
  return {
    firingLagMs: Math.max(0, now.getTime() - due.reduce((a, b) => Math.min(a, b), Infinity)),
    oldestEnqueuedMs: now.getTime() - (oldest?.enqueuedAt ?? oldest?.createdAt ?? now).getTime(),
    dispatchFailures: dispatcher.failures,
  };
}

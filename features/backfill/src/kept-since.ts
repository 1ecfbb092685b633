import type { JobDefinition } from "@mojob/core";
import { type Engine, LoopTurns } from "@mojob/core/engine";

const A_DAY_MS = 24 * 3_600_000;
/** How exactly the oldest run that is kept is found. */
const RESOLUTION_MS = 60_000;

/** Since when all runs of each job are kept, by its key: one after the other, and others in between. */
export async function keptSinceOf(
  jobs: readonly JobDefinition[],
  engine: Pick<Engine, "tenant" | "store" | "clock">,
): Promise<ReadonlyMap<string, Date>> {
  const turns = LoopTurns.of(engine.clock, engine.tenant);
  const since = new Map<string, Date>();
  for (const job of jobs) {
    const turn = turns.take();
    if (turn !== null) await turn;
    since.set(job.key, await keptSince(job, engine));
  }
  return since;
}

/** Since when all runs of a job are kept: by the age that its retention says, and by its oldest run where it has as many as are kept. */
async function keptSince(
  { key, options: { retention } }: JobDefinition,
  { tenant, store, clock }: Pick<Engine, "tenant" | "store" | "clock">,
): Promise<Date> {
  const now = clock.now().getTime();
  let missing = now - retention.maxAgeDays * A_DAY_MS;
  const isFull =
    (await store.queries.count({ tenant, jobKey: key, parts: false }, retention.maxInstances)) >=
    retention.maxInstances;
  if (!isFull) return new Date(missing);
  let kept = now;
  while (kept - missing > RESOLUTION_MS) {
    const middle = Math.floor((missing + kept) / 2);
    const { items } = await store.queries.list(
      { tenant, jobKey: key, to: new Date(middle), parts: false },
      { limit: 1 },
    );
    if (items.length > 0) kept = middle;
    else missing = middle;
  }
  return new Date(kept);
}

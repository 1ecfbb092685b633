import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type Clock, sleep, TERMINAL_STATES } from "@mojob/core/ports";
import { COPY_BATCH, copyRuns } from "./copied-runs.ts";
import type { DueTasks } from "./copied-tasks.ts";
import type { CopyProgress } from "./copy-progress.ts";
import type { StorePair } from "./store-pair.ts";
import { CopiedPositions } from "./copied-positions.ts";

/** A task that has ended is not due any more. */
const NONE_DUE: DueTasks = new Map();
/** A store may return an end seconds after it was written. */
const SETTLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;
const MOST = 2 ** 31 - 1;

export interface EndsCopyOptions {
  readonly tenant: string;
  readonly from: StorePair;
  readonly to: StorePair;
  readonly clock: Clock;
  readonly place: CopyProgress;
  /** Called with how many ended runs have been copied. */
  readonly onCopied: (ended: number) => void;
}

/**
 * Copies ended runs in the order of their ends, so that each follower's place on the target has the same ends behind it as
 * on the source: nothing is followed again, and nothing that was not followed is left out.
 */
export async function copyEnds({ tenant, from, to, clock, place, onCopied }: EndsCopyOptions): Promise<void> {
  const followers = new CopiedPositions({ tenant, from, to, clock });
  let movedAtMs = clock.monotonicMs();
  for (;;) {
    const { runs, position } = await from.store.instances.endedAfter(tenant, place.position, COPY_BATCH);
    const unfollowed = await followers.firstUnfollowed();
    let batch: string[] = [];
    const copyBatch = async (): Promise<void> => {
      const ended = await from.store.instances.get(tenant, batch);
      const written = await copyRuns(
        from.store,
        to.store,
        ended.filter((run) => run !== null),
        NONE_DUE,
      );
      followers.copied(written.map(({ id }) => id));
      batch = [];
    };
    for (const { id } of runs) {
      const arrived = unfollowed.get(id);
      if (arrived !== undefined) {
        await copyBatch();
        await followers.place(arrived);
      }
      batch.push(id);
    }
    await copyBatch();
    await place.move(position, place.ended + runs.length);
    onCopied(place.ended);
    if (runs.length > 0) movedAtMs = clock.monotonicMs();
    else if (place.ended >= (await countEnds(from, tenant))) break;
    else if (clock.monotonicMs() - movedAtMs > SETTLED_WITHIN_MS) throw unsettled(tenant);
    else await sleep(clock, LOOK_EVERY_MS);
  }
  await followers.placeOthers();
}

function countEnds({ store }: StorePair, tenant: string): Promise<number> {
  return store.queries.count({ tenant, states: TERMINAL_STATES }, MOST);
}

function unsettled(tenant: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StoreUnavailable,
    `Cannot copy tenant "${tenant}": the source counts more ended runs than it returns; try again`,
  );
}

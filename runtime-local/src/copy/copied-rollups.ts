import type { IMoJobScheduleMetadataStore } from "@mojob/core";
import { coarserRollups, type Rollup, RollupGrain, RollupKind } from "@mojob/core/ports";

type Store = Pick<IMoJobScheduleMetadataStore, "rollups">;

const BATCH = 200;
const EVER = { from: new Date(-8_640_000_000_000_000), before: new Date(8_640_000_000_000_000) };

/**
 * Copies the sums of ended runs; those of runs that are no longer kept could not be made again. The target's position in its feed of ends is
 * there already (`CopiedPositions`): the sums are added without moving it, and what an interrupted copy has added is removed first. Those of
 * weeks are made of the days that are copied: the source may not have all of them.
 */
export async function copyRollups(from: Store, to: Store, tenant: string): Promise<void> {
  const { position, at } = await to.rollups.state(tenant);
  if (position === null) return;
  for (const grain of Object.values(RollupGrain)) await removeAll(to, tenant, grain);
  for (const grain of [RollupGrain.Hour, RollupGrain.Day]) {
    for (const kind of Object.values(RollupKind)) {
      let after: Rollup | undefined;
      for (;;) {
        const query = { tenant, grain, kind, ...EVER, limit: BATCH };
        const rows = await from.rollups.list({ ...query, ...(after !== undefined && { after }) });
        await to.rollups.add({
          tenant,
          from: position,
          to: position,
          at: at ?? EVER.from,
          rows: grain === RollupGrain.Day ? [...rows, ...weeksOf(rows)] : rows,
          isDraft: false,
        });
        if (rows.length < BATCH) break;
        after = rows.at(-1);
      }
    }
  }
}

async function removeAll({ rollups }: Store, tenant: string, grain: RollupGrain): Promise<void> {
  while ((await rollups.remove(tenant, grain, EVER.before, BATCH)) > 0);
}

function weeksOf(days: readonly Rollup[]): readonly Rollup[] {
  const weeks = coarserRollups(days, RollupGrain.Week);
  return [...weeks, ...coarserRollups(weeks, RollupGrain.FourWeeks)];
}

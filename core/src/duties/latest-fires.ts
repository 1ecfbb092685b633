import type { Clock } from "../base/clock.ts";
import type { JsonValue } from "../base/json.ts";
import type { CreatedRun } from "../dispatch/created-run.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { latestFireKey } from "../model/name/state-key.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { IMoStateStore, StateEntry } from "../ports/state-store.ts";
import { type LatestFire, type LatestFires, scheduleId } from "../schedule/latest-fire.ts";
import type { PlannedFire } from "../schedule/planner.ts";
import { isAfterEnd, schedulesAfterEnd } from "../schedule/schedule-plans.ts";

export interface LatestFiresOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "getMany" | "set" | "compareAndSet">;
  readonly store: { readonly instances: Pick<IMoInstanceStore, "get"> };
  readonly clock: Clock;
}

/** A fire as it is stored. */
interface StoredFire {
  readonly schedule: string;
  readonly fire: LatestFire;
  readonly version: number;
}

/** The latest fires of the jobs' schedules that count from ends; nothing is read where there is no such schedule. */
export async function readLatestFires(
  definitions: readonly JobDefinition[],
  options: LatestFiresOptions,
): Promise<LatestFires> {
  const stored = await readStored(definitions, options);
  return latestOf([...stored, ...(await findEnds(stored, options))]);
}

/** As `readLatestFires`; keeps the ends that it finds, because retention may remove the runs. */
export async function followLatestFires(
  definitions: readonly JobDefinition[],
  options: LatestFiresOptions,
): Promise<LatestFires> {
  const stored = await readStored(definitions, options);
  const ended = await findEnds(stored, options);
  await Promise.all(
    ended.map(({ schedule, fire, version }) =>
      options.state.compareAndSet(latestFireKey(options.tenant, schedule), version, jsonOf(fire)),
    ),
  );
  return latestOf([...stored, ...ended]);
}

/** Keeps which runs the fires of schedules that count from ends have become. */
export async function noteLatestFires(
  fires: readonly Pick<PlannedFire, "definition" | "schedule">[],
  runs: readonly CreatedRun[],
  { tenant, state }: Pick<LatestFiresOptions, "tenant" | "state">,
): Promise<void> {
  const writes = fires.map(async ({ definition, schedule }, index) => {
    if (!isAfterEnd(schedule.timing)) return;
    const { id: runId, completedAt: endedAt } = (runs[index] as CreatedRun).instance;
    const key = latestFireKey(tenant, scheduleId(definition.key, schedule.name));
    await state.set(key, jsonOf({ runId, endedAt }));
  });
  await Promise.all(writes);
}

async function readStored(
  definitions: readonly JobDefinition[],
  { tenant, state }: LatestFiresOptions,
): Promise<readonly StoredFire[]> {
  const schedules = definitions.flatMap((definition) => schedulesAfterEnd(definition));
  if (schedules.length === 0) return [];
  const entries = await state.getMany(schedules.map((schedule) => latestFireKey(tenant, schedule)));
  return schedules.flatMap((schedule) => {
    const entry = entries.get(latestFireKey(tenant, schedule));
    return entry === undefined ? [] : [{ schedule, fire: fireOf(entry), version: entry.version }];
  });
}

/** The ends of fires whose run was open and has ended. One whose run is not there any more counts as ended now. */
async function findEnds(
  stored: readonly StoredFire[],
  { tenant, store, clock }: LatestFiresOptions,
): Promise<readonly StoredFire[]> {
  const open = stored.filter(({ fire }) => fire.endedAt === null);
  if (open.length === 0) return [];
  const ids = open.map(({ fire }) => fire.runId);
  const runs = await store.instances.get(tenant, ids);
  return open.flatMap((one, index) => {
    const run = runs[index] ?? null;
    const endedAt = run === null ? clock.now() : run.completedAt;
    return endedAt === null ? [] : [{ ...one, fire: { ...one.fire, endedAt } }];
  });
}

function latestOf(stored: readonly StoredFire[]): LatestFires {
  return new Map(stored.map(({ schedule, fire }) => [schedule, fire]));
}

function jsonOf({ runId, endedAt }: LatestFire): JsonValue {
  return { runId, endedAt: endedAt?.toISOString() ?? null };
}

function fireOf({ value }: StateEntry): LatestFire {
  const { runId, endedAt } = value as { readonly runId: string; readonly endedAt: string | null };
  return { runId, endedAt: endedAt === null ? null : new Date(endedAt) };
}

import { type Reason, ReasonCode } from "../model/reason.ts";
import { fireId, spareFireId } from "../model/name/run-id.ts";
import type { CreatedRun } from "../dispatch/created-run.ts";
import type { InstanceCreator } from "../dispatch/instance-creator.ts";
import { type JobInstance, TriggerType } from "../model/instance/job-instance.ts";
import type { NewRun } from "../model/instance/new-run.ts";
import type { PlannedFire, PlannedMiss } from "../schedule/planner.ts";

/** The record of a fire that is due. */
export function runOf(fire: PlannedFire, skipReason: Reason | null): NewRun {
  return { ...fireOf(fire), dueAt: fire.movedTo, skipReason, missed: null };
}

/** One record stands for all fires of a schedule that were missed together. */
export function missOf({ definition, schedule, missed }: PlannedMiss): NewRun {
  const { count, from, to } = missed;
  const { policy } = schedule.timing.misfire;
  return {
    ...fireOf({ definition, schedule, nominalTime: from }),
    skipReason: {
      code: ReasonCode.Missed,
      parameters: { count, from: from.toISOString(), to: to.toISOString(), policy },
    },
    missed,
  };
}

/**
 * Records fires; resolves to the records that stand, from this process or another. Where the id of one belongs to a run
 * that is no fire of its job, such as one
 * that a Temporal client named so under an earlier version, the fire gets the one spare id it has.
 */
export async function recordFires(
  creator: Pick<InstanceCreator, "create">,
  fires: readonly NewRun[],
): Promise<readonly CreatedRun[]> {
  const records = await creator.create(fires);
  const isTaken = fires.map((fire, index) => !isRecordOf(fire, (records[index] as CreatedRun).instance));
  if (!isTaken.includes(true)) return records;
  const displaced = fires.filter((_, index) => isTaken[index]);
  const others = await creator.create(displaced.map((fire) => ({ ...fire, id: spareFireId(fire.id) })));
  const rest = others.values();
  return records.map((record, index) => (isTaken[index] ? (rest.next().value as CreatedRun) : record));
}

function fireOf({
  definition,
  schedule: { name, args = definition.args },
  nominalTime,
}: Omit<PlannedFire, "at" | "movedTo">): Omit<NewRun, "skipReason" | "missed"> {
  return {
    id: fireId(definition.key, nominalTime, name),
    definition,
    args,
    trigger: { type: TriggerType.Cron, nominalTime, ...(name !== null && { schedule: name }) },
    priority: definition.options.priority,
    dueAt: null,
    fingerprint: null,
  };
}

function isRecordOf({ definition, trigger }: NewRun, { jobKey, trigger: recorded }: JobInstance): boolean {
  return (
    jobKey === definition.key &&
    (recorded.type === TriggerType.Cron || recorded.type === TriggerType.Backfill) &&
    recorded.schedule === trigger.schedule &&
    recorded.nominalTime?.getTime() === trigger.nominalTime?.getTime()
  );
}

import type { TaskWaiting } from "../task/task-waiting.ts";
import { ReasonCode } from "../reason.ts";
import type { JobInstance } from "./job-instance.ts";

/** The part that sets a lane apart from the job's own. */
export type LanePart =
  | { readonly shard: number; readonly concurrencyKey?: string }
  | { readonly concurrencyKey: string };

/** Not allowed in a job key, so that no two lanes have one name. */
const SEPARATOR = "|";
const SHARD = "shard";

/**
 * The lane of a run, whose slots it competes for: a job's limit holds in each of its lanes by itself. Without a part it is
 * the job's own lane, whose name is the job key.
 */
export function laneOf(jobKey: string, part?: LanePart): string {
  if (part === undefined) return jobKey;
  const { concurrencyKey } = part;
  if (!("shard" in part)) return `${jobKey}${SEPARATOR}key${SEPARATOR}${concurrencyKey}`;
  return [jobKey, SHARD, part.shard, ...(concurrencyKey === undefined ? [] : ["key", concurrencyKey])].join(
    SEPARATOR,
  );
}

/** Which shard of a broadcast the runs of a lane are, from 0; `null` for whole runs. */
export function shardOfLane(lane: string): number | null {
  const [, kind, index] = lane.split(SEPARATOR, 3);
  return kind === SHARD ? Number(index) : null;
}

/** The lane of a shard, made of that of its broadcast: limits count for each shard by itself. */
export function laneOfShard({ jobKey, lane }: Pick<JobInstance, "jobKey" | "lane">, shard: number): string {
  return `${laneOf(jobKey, { shard })}${lane.slice(jobKey.length)}`;
}

/** The key of the job that a lane belongs to. */
export function jobOfLane(lane: string): string {
  const end = lane.indexOf(SEPARATOR);
  return end === -1 ? lane : lane.slice(0, end);
}

/** Whether a run waits for a slot of its lane: whatever moves it on gives it another reason. */
export function waitsForSlot({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.WaitsForSlot;
}

/** Whether a run that waits may be begun by whatever worker gives back a slot: its first attempt, for any executor. */
export function isNextInLane({ attempt, routing }: Pick<JobInstance, "attempt" | "routing">): boolean {
  return attempt === 0 && routing === null;
}

/** Whether a run is held because its job is paused. */
export function isHeld({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.Held;
}

/** Whether a retry waits because the code of the attempt before it goes on. */
export function waitsForCode({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.WaitsForCode;
}

/** Whether a run waits because another one of its unique key has begun. */
export function waitsForRun({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.WaitsForRun;
}

/** Whether a run waits for something of its own to end: its code, or a run of its unique key. */
export function waitsForEnd(run: Pick<JobInstance, "reason">): boolean {
  return waitsForCode(run) || waitsForRun(run);
}

/** Whether a run is a broadcast whose shards have not all ended. */
export function isBroadcasting({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.Broadcast;
}

/** Whether a run is a task whose nodes have not all ended. */
export function isTaskOpen({ reason }: Pick<JobInstance, "reason">): boolean {
  return reason?.code === ReasonCode.Task;
}

/** The wait that the run of a task shows; `null` for one that waits for nothing, and for any other run. */
export function waitsOf({ reason }: Pick<JobInstance, "reason">): TaskWaiting | null {
  return reason?.code === ReasonCode.Task ? (reason.parameters.waits ?? null) : null;
}

/** Whether other runs run in its place, its parts. */
export function runsInParts(run: Pick<JobInstance, "reason">): boolean {
  return isBroadcasting(run) || isTaskOpen(run);
}

/** Whether nothing delivers an open run, and rightly so: it waits for a slot, its own code or another run, is held, or its parts run in its place. */
export function isParked(run: Pick<JobInstance, "reason">): boolean {
  return waitsForSlot(run) || waitsForEnd(run) || isHeld(run) || runsInParts(run);
}

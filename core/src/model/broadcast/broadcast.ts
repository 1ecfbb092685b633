import type { Composite, NewPart } from "../composite/composite.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";
import { isBroadcasting } from "../instance/lane.ts";
import { jointChange } from "./joint-state.ts";
import { shardOf, shardsOf } from "./shard.ts";

/** A run that becomes one for each executor: its parts are its shards, named by their index. */
export const BROADCAST: Composite = {
  isUnderWay: (run) => run.state === JobState.Processing && isBroadcasting(run),
  partsOf: (run) => (shardsOf(run) ?? []).map((_, index) => String(index)),
  advance(run, parts, at) {
    // Once it has progress all its shards were created: one that is missing has ended, and is no longer kept.
    const missing = run.progress === null ? [...parts].filter(([, part]) => part === null) : [];
    if (missing.length > 0) return { begin: missing.map(([name]) => newShard(run, name)) };
    const change = jointChange(run, [...parts.values()], at);
    return change && { change };
  },
};

function newShard(run: JobInstance, name: string): NewPart {
  const index = Number(name);
  const executor = shardsOf(run)?.[index] ?? null;
  return {
    name,
    routing: { strategy: "broadcast", executor, refused: [] },
    record: (fields) => shardOf(run, index, fields),
  };
}

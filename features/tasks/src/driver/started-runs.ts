import { isMoJobError, type JobDefinition, type JobInstance, MoJobErrorCode } from "@mojob/core";
import type { TaskNode } from "@mojob/core/engine";
import {
  chainTooLong,
  followUpId,
  type InstanceCreator,
  type NodeRun,
  runName,
  type TaskEvent,
  tooLongChain,
} from "@mojob/core/feature";
import { type OwedRun, requestOfNode } from "./node-run.ts";
import type { OpenTask } from "./open-task.ts";

/** Errors that say that there is no room for one more run of a job, and that nothing was recorded. */
const NO_ROOM: readonly MoJobErrorCode[] = [
  MoJobErrorCode.QuotaExceeded,
  MoJobErrorCode.WaitingLimit,
  MoJobErrorCode.TenantDisabled,
];

/**
 * The id of the run that a node starts in a visit and does not wait for: the same from every process and in each attempt of the
 * task, so that a visit never starts two. It is no part's.
 */
export function startedId(of: string, { node, visit }: Pick<NodeRun, "node" | "visit">): Promise<string> {
  return followUpId(of, `!${runName({ node, visit, item: null, n: 0 })}`);
}

/** Starts the run of a node that does not wait for it, as any trigger of its job does. Resolves to the end of the node. */
export async function startRun(
  task: OpenTask,
  { owed, node, definition }: StartedNode,
  creator: Pick<InstanceCreator, "createOne">,
  read: (ids: readonly string[]) => Promise<readonly (JobInstance | null)[]>,
): Promise<TaskEvent> {
  const id = await startedId(task.run.id, owed.run);
  const tooLong = await tooLongChain(task.run, definition.key, read);
  if (tooLong !== null) {
    const { message } = chainTooLong(definition.key, tooLong);
    return { type: "ended", run: owed.name, state: "Failed", code: MoJobErrorCode.ChainTooLong, message };
  }
  const request = requestOfNode(task, node, definition, owed, { id, item: null, past: null });
  try {
    // With a fingerprint the one that stands already needs no room.
    const { instance } = await creator.createOne({ ...request, fingerprint: id });
    return { type: "ended", run: owed.name, state: "Succeeded", result: instance.id };
  } catch (error) {
    if (!isMoJobError(error) || !NO_ROOM.includes(error.code)) throw error;
    return { type: "ended", run: owed.name, state: "Failed", code: error.code };
  }
}

export interface StartedNode {
  readonly owed: OwedRun;
  readonly node: TaskNode;
  readonly definition: JobDefinition;
}

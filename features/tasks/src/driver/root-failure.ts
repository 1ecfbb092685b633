import type { JobFailure, JobInstance } from "@mojob/core";
import {
  atNode,
  ItemBits,
  ItemEnd,
  type NodeState,
  ownMessage,
  rowOfRun,
  runName,
} from "@mojob/core/feature";
import { type IMoInstanceStore, partIds } from "@mojob/core/ports";
import { reasonText } from "@mojob/core/words";
import { loopStateOf, nodeStateOf, visitOf } from "../decide/read-state.ts";
import type { OwedEnd } from "./end-of-task.ts";
import type { OpenTask } from "./open-task.ts";
import type { TaskReader } from "./task-reader.ts";

/** More runs of one item, each begun for one that could not be had, are not looked at. */
const MOST_RUNS = 20;
/** Between a task and the node in it whose failure it is. */
const WITHIN = " › ";

export interface RootFailureParts {
  readonly runs: Pick<IMoInstanceStore, "get">;
  readonly reader: Pick<TaskReader, "log">;
}

/**
 * The failure of a task as that of the node that it is due to: the first of those that failed, with nothing that handled it. `null`
 * for a task that did not fail by a node.
 */
export async function rootFailure(
  task: OpenTask,
  { code, unhandled }: Pick<OwedEnd, "code" | "unhandled">,
  parts: RootFailureParts,
): Promise<JobFailure | null> {
  const [id, ...others] = unhandled;
  if (code !== "node_failed" || id === undefined) return null;
  const at = nodeStateOf(task.state, id);
  const item = at?.batch === undefined ? null : firstBad(at.batch.bits, at.batch.count);
  const cause = (await ofRun(task, id, item, at, parts)) ?? (await ofNode(task, id, at, parts));
  const place = `${id}${item === null ? "" : `[${item}]`}`;
  const within = cause.parameters?.node;
  const parameters = {
    ...cause.parameters,
    node: within === undefined ? place : `${place}${WITHIN}${within}`,
    ...(others.length > 0 && { others: others.length }),
  };
  return { ...cause, message: atNode(parameters, ownMessage(cause)), parameters };
}

function firstBad(bits: string, count: number): number | null {
  const ends = ItemBits.parse(bits);
  for (let item = 0; item < count; item += 1) if (ends.get(item) === ItemEnd.Bad) return item;
  return null;
}

/** How the latest run of the node, or of its item, failed; `null` where none did. */
async function ofRun(
  { run, plan, state }: OpenTask,
  id: string,
  item: number | null,
  at: NodeState | undefined,
  { runs }: RootFailureParts,
): Promise<JobFailure | null> {
  const node = plan.byId.get(id);
  if (node === undefined || at?.n === undefined) return null;
  const visit = visitOf(plan, state, node);
  const first = Math.max(item === null ? at.n : (at.batch?.first ?? at.n), at.n - MOST_RUNS);
  const names = Array.from({ length: at.n - first + 1 }, (_, index) =>
    runName({ node: id, visit, item, n: (at.n ?? 0) - index }),
  );
  const found = await runs.get(run.tenant, await partIds(run.id, names));
  const latest = found.find((one) => one !== null);
  return latest === undefined ? null : failureOf(latest);
}

/** A run that was not to be had, or was ended, has no error of its own. */
function failureOf({ error, reason, state }: JobInstance): JobFailure | null {
  if (error !== null) return error;
  if (state === "Succeeded" || reason === null) return null;
  return { code: reason.code, message: reasonText(reason) };
}

/** The failure of a node that failed without a run, or although its run succeeded, as its task noted it. */
async function ofNode(
  task: OpenTask,
  id: string,
  at: NodeState | undefined,
  { reader }: RootFailureParts,
): Promise<JobFailure> {
  const { plan, state } = task;
  const heads = plan.byId.get(id)?.heads ?? null;
  const code =
    at?.code ?? (heads === null ? undefined : loopStateOf(plan, state, heads).code) ?? "node_failed";
  const log = await reader.log(task);
  const decided = log.findLast((fact) => fact.type === "decided" && fact.node === id);
  const said = decided?.type === "decided" ? decided.message : undefined;
  return { code, message: said ?? rowOfRun(code)?.means?.[0] ?? code };
}

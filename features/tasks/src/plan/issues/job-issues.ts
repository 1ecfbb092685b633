import { issueAt, type OwnJob, WAIT_KIND } from "@mojob/core/engine";
import { mayBeSplit, NodeType, type Verify } from "@mojob/core/feature";
import { type JobWork, WorkKind } from "@mojob/core/ports";
import type { TaskGraph } from "../graph/task-graph.ts";
import type { IssueList } from "./issue-list.ts";

/** A run is snoozed before each look, and can be 1,000 times; some are left for what its code asks for itself. */
const MOST_LOOKS = 900;
/** The kinds of work that can be told where to report. */
const REPORTING: ReadonlySet<string> = new Set([
  WorkKind.Code,
  WorkKind.Script,
  WorkKind.Command,
  WorkKind.Http,
]);

/** Notes what is wrong with jobs that a body holds: how their end is known, and how they are judged. */
export function noteJobIssues(list: IssueList, graph: TaskGraph): void {
  for (const { node, pointer } of graph.nodes)
    if (node.type === NodeType.Job && "work" in node.job) noteJob(list, node.job, `${pointer}/job`);
}

function noteJob(list: IssueList, { work, ready, end, verify, successCondition }: OwnJob, at: string): void {
  // A wait ends its attempt, and the next one would begin again with what was done before it.
  if (work.kind === WAIT_KIND && ready !== undefined)
    list.error(issueAt(`${at}/ready`, "excludes", { other: '"kind": "wait"' }));
  if (end?.kind === WAIT_KIND) list.error(issueAt(`${at}/end`, "excludes", { other: '"kind": "wait"' }));
  if (verify !== undefined) noteVerify(list, verify, work, at);
  if (successCondition !== undefined && !mayBeSplit(successCondition))
    list.error(issueAt(`${at}/successCondition`, "mixed_alternatives"));
}

function noteVerify(list: IssueList, verify: Verify, work: JobWork, at: string): void {
  // It would wait for two ends, with an address for each.
  if (work.kind === WorkKind.Http && work.success?.["callback"] === true)
    list.error(issueAt(`${at}/verify`, "excludes", { other: "work.success.callback" }));
  if ("callback" in verify) {
    if (!REPORTING.has(work.kind)) list.error(issueAt(`${at}/verify/callback`, "no_callback"));
    return;
  }
  const min = Math.max(1000, Math.ceil(verify.timeoutMs / MOST_LOOKS));
  if (verify.everyMs < min)
    list.error(issueAt(`${at}/verify/everyMs`, "out_of_range", { min, max: 86_400_000 }));
}

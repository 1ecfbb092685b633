import { type InputIssue, issueAt, type JobNode, type TaskNode } from "@mojob/core/engine";
import { NodeType, TaskLimit } from "@mojob/core/feature";
import { expressionsIn } from "../graph/expression-texts.ts";
import type { TaskGraph } from "../graph/task-graph.ts";
import { declaredParams } from "./declared-params.ts";
import type { IssueList } from "./issue-list.ts";
import { noteParamIssues } from "./param-issues.ts";
import type { StoredParams, StoredWork } from "./stored-work.ts";

const SECRET = /^\s*\$\s*\.\s*SECRET\b/;

/** Notes jobs and tasks that do not exist, tasks within themselves, and parameters that do not fit what is declared. */
export function noteStoredIssues(list: IssueList, graph: TaskGraph, stored: StoredWork | null): void {
  const tasks = stored === null ? null : new TaskSearch(stored);
  for (const { node, pointer } of graph.nodes) {
    if (node.type !== NodeType.Job && node.type !== NodeType.Task) continue;
    if (node.type === NodeType.Task && node.version === undefined)
      list.warning(issueAt(pointer, "unpinned_job"));
    if (node.type === NodeType.Task && tasks !== null)
      noteTask(missingIn(list, stored), list, tasks.look(node.key, node.version), pointer, node.key);
    const declared = declaredParams(node, stored);
    if (declared === null) {
      if (node.type === NodeType.Job && "key" in node.job && stored !== null)
        missingIn(list, stored)(issueAt(`${pointer}/job/key`, "unknown_job", { key: node.job.key }));
      continue;
    }
    noteParamIssues(list, declared, node, pointer);
    if (node.type === NodeType.Job) noteRefusedSecrets(list, node, pointer, declared, stored?.app);
  }
}

/** A job of another app gets none of the secrets of the task's, and a program gets none as an argument. */
function noteRefusedSecrets(
  list: IssueList,
  node: JobNode,
  pointer: string,
  { app, takesSecrets = true }: StoredParams,
  own: string | undefined,
): void {
  const isForeign = own !== undefined && app !== undefined && app !== own;
  if (!isForeign && takesSecrets) return;
  for (const { text, pointer: at, param } of expressionsIn(node, pointer)) {
    if (param === null || !SECRET.test(text)) continue;
    list.error(
      isForeign ? issueAt(at, "secret_of_other_app", { name: own }) : issueAt(at, "secret_of_program"),
    );
  }
}

/** Notes what does not exist. */
function missingIn(list: IssueList, stored: StoredWork | null): (issue: InputIssue) => void {
  return (issue) => (stored?.mayCome === true ? list.warning(issue) : list.error(issue));
}

function noteTask(
  noteMissing: (issue: InputIssue) => void,
  list: IssueList,
  { problem, path }: Found,
  pointer: string,
  key: string,
): void {
  const at = `${pointer}/key`;
  if (problem === "unknown") noteMissing(issueAt(at, "unknown_task", { key: path.at(-1) ?? key }));
  else if (problem === "recursive") list.error(issueAt(at, "recursive_task", { path }));
  else if (problem === "deep") list.error(issueAt(at, "tasks_too_deep", { max: TaskLimit.Depth }));
}

interface Found {
  readonly problem: "unknown" | "recursive" | "deep" | null;
  readonly path: readonly string[];
  /** How many tasks are within each other from here on. */
  readonly height: number;
}

/** Looks through tasks within tasks, at each once. */
class TaskSearch {
  readonly #stored: StoredWork;
  readonly #known = new Map<string, Found>();
  readonly #above: string[];

  constructor(stored: StoredWork) {
    this.#stored = stored;
    // One without a key is around them all the same.
    this.#above = [stored.key ?? ""];
  }

  look(key: string, version: number | undefined): Found {
    const known = this.#known.get(`${key} ${version}`);
    if (known === undefined) return this.#search(key, version);
    // One that was found elsewhere may be too deep here.
    const isDeep = known.problem === null && this.#above.length + known.height > TaskLimit.Depth + 1;
    return isDeep ? { ...known, problem: "deep" } : known;
  }

  #search(key: string, version: number | undefined): Found {
    const first = this.#above.indexOf(key);
    if (first >= 0) return { problem: "recursive", path: [...this.#above.slice(first), key], height: 0 };
    if (this.#above.length > TaskLimit.Depth) return { problem: "deep", path: [], height: 0 };
    const body = this.#stored.task(key, version);
    let found: Found = { problem: body === null ? "unknown" : null, path: [key], height: 1 };
    this.#above.push(key);
    for (const [inner, pinned] of subTasks(body?.nodes ?? [])) {
      const below = this.look(inner, pinned);
      if (below.problem !== null && found.problem === null) found = { ...below, height: found.height };
      found = { ...found, height: Math.max(found.height, below.height + 1) };
    }
    this.#above.pop();
    // A task that is too deep from above may not be elsewhere.
    if (found.problem !== "deep") this.#known.set(`${key} ${version}`, found);
    return found;
  }
}

function subTasks(
  nodes: readonly TaskNode[],
): readonly (readonly [key: string, version: number | undefined])[] {
  return nodes.flatMap((node) => {
    if (node.type === NodeType.Group) return subTasks(node.nodes);
    return node.type === NodeType.Task ? [[node.key, node.version] as const] : [];
  });
}

import type { JsonRecord } from "../json-documents.ts";
import { codeOf } from "../task/codes.ts";
import type { DolphinTask } from "./dolphin-task.ts";

/** Which tasks of a workflow follow which. */
export interface WorkflowGraph {
  /** The codes before each task. Who follows one that is switched off follows what is before it. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** All that come before a task, the nearest first. */
  ancestors(code: string): readonly string[];
  /** Codes that relations name and no task has. */
  readonly unknown: readonly string[];
}

export function workflowGraph(
  tasks: readonly DolphinTask[],
  relations: readonly JsonRecord[],
): WorkflowGraph {
  const byCode = new Map(tasks.map((task) => [task.code, task]));
  const stated = new Map<string, string[]>(tasks.map(({ code }) => [code, []]));
  const unknown = new Set<string>();
  for (const relation of relations) {
    const [from, to] = [codeOf(relation["preTaskCode"]), codeOf(relation["postTaskCode"])];
    for (const code of [from, to]) if (code !== null && !byCode.has(code)) unknown.add(code);
    if (from !== null && to !== null && byCode.has(from) && !stated.get(to)?.includes(from))
      stated.get(to)?.push(from);
  }
  const isOff = (code: string): boolean => byCode.get(code)?.fields["flag"] === "NO";
  const before = new Map(
    [...stated].map(([code, froms]) => [code, aroundThoseOff(froms, stated, isOff)] as const),
  );
  const known = new Map<string, readonly string[]>();
  const ancestors = (code: string): readonly string[] => {
    const found = known.get(code) ?? ancestorsOf(code, before);
    known.set(code, found);
    return found;
  };
  return { before, unknown: [...unknown], ancestors };
}

/** In the place of one that is off stand those before it. */
function aroundThoseOff(
  codes: readonly string[],
  stated: ReadonlyMap<string, readonly string[]>,
  isOff: (code: string) => boolean,
): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const queue = [...codes];
  for (let code = queue.shift(); code !== undefined; code = queue.shift()) {
    if (seen.has(code)) continue;
    seen.add(code);
    if (isOff(code)) queue.push(...(stated.get(code) ?? []));
    else found.add(code);
  }
  return [...found];
}

function ancestorsOf(code: string, before: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set<string>();
  const queue = [...(before.get(code) ?? [])];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    if (found.has(one) || one === code) continue;
    found.add(one);
    queue.push(...(before.get(one) ?? []));
  }
  return [...found];
}

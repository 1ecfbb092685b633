import { isTerminal, type JobInstance } from "@mojob/core";
import type { TaskFact } from "@mojob/core/ports";
import { isTaskRun } from "../programs/chaos-task.ts";
import type { Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/**
 * A task is what its log says: facts without a gap, each run that began there and no other, all of them ended before the
 * task, none begun before what it follows. Read without the core's code for tasks, which is judged by it.
 */
export function checkTasks({ instances, tasks, skewMs }: Evidence): readonly Verdict[] {
  const parts = Map.groupBy(
    instances.filter(({ part, trigger }) => part !== null && trigger.type === "task"),
    ({ part }) => part?.of ?? "",
  );
  return instances.filter(isTaskRun).flatMap((run): readonly Verdict[] => {
    const facts = tasks.get(run.id) ?? [];
    const guilty = (kind: VerdictKind, message: string): Verdict => ({ kind, subject: run.id, message });
    return [
      ...checkLog(run, facts).map((message) => guilty(VerdictKind.Lost, message)),
      ...checkParts(run, facts, parts.get(run.id) ?? [], skewMs).map(([kind, message]) =>
        guilty(kind, message),
      ),
    ];
  });
}

function checkLog(run: JobInstance, facts: readonly TaskFact[]): readonly string[] {
  const complaints = facts.flatMap(({ seq }, index) =>
    seq === index + 1 ? [] : [`fact ${index + 1} of its log has the number ${seq}`],
  );
  const ends = facts.filter(({ type }) => type === "ended").length;
  // One that was cancelled before it began has no log.
  if (run.startedAt !== null && isTerminal(run.state) && ends !== 1)
    complaints.push(`it is "${run.state}", and its log has ${ends} ends`);
  return complaints;
}

function checkParts(
  run: JobInstance,
  facts: readonly TaskFact[],
  parts: readonly JobInstance[],
  skewMs: number,
): readonly (readonly [VerdictKind, string])[] {
  const begun = begunIn(facts);
  const names = new Set(begun);
  const known = new Set(parts.map(({ part }) => part?.name ?? ""));
  const complaints: (readonly [VerdictKind, string])[] = [];
  for (const name of names) {
    if (!known.has(name)) complaints.push([VerdictKind.Lost, `its log began "${name}", which has no record`]);
    if (begun.filter((one) => one === name).length > 1)
      complaints.push([VerdictKind.Doubled, `its log began "${name}" twice`]);
  }
  for (const { part, completedAt } of parts) {
    const name = part?.name ?? "";
    if (!names.has(name))
      complaints.push([VerdictKind.Doubled, `"${name}" ran, and its log did not begin it`]);
    const lateMs = (completedAt?.getTime() ?? 0) - (run.completedAt?.getTime() ?? Infinity);
    if (lateMs > skewMs) complaints.push([VerdictKind.Stuck, `it ended ${lateMs} ms before its "${name}"`]);
  }
  return complaints;
}

/** The runs that a log begins, by their names as parts. */
function begunIn(facts: readonly TaskFact[]): readonly string[] {
  const nameOf = (node: string, visit: string, item: number | null, n: number): string =>
    `${node}${visit === "" ? "" : `~${visit}`}${item === null ? "" : `:${item}`}${n === 0 ? "" : `+${n}`}`;
  return facts.flatMap((fact) => {
    if (fact.type === "started" && fact.n !== null) return [nameOf(fact.node, fact.visit, null, fact.n)];
    if (fact.type !== "itemsStarted") return [];
    return fact.items.map(({ item, n }) => nameOf(fact.node, fact.visit, item, n));
  });
}

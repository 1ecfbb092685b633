import type { IMoJobScheduleMetadataStore, JobInstance } from "@mojob/core";
import { newTaskState } from "@mojob/core/engine";
import { foldFacts, type TaskFact, type TaskState, type TaskWrite } from "@mojob/core/ports";

const FACTS = 1000;
const MOST_DUE = 2 ** 31 - 1;

/** When tasks of a tenant are to be looked at without any event, by their runs. */
export type DueTasks = ReadonlyMap<string, Date>;

export async function readDueTasks(
  { tasks }: Pick<IMoJobScheduleMetadataStore, "tasks">,
  tenant: string,
): Promise<DueTasks> {
  const due = await tasks.due(tenant, MOST_DUE);
  return new Map(due.map(({ id, dueAt }) => [id, dueAt]));
}

/** Writes where the tasks among these runs stand, step by step as they came there; steps that are there stay as they are. */
export async function copyTasks(
  from: IMoJobScheduleMetadataStore,
  to: IMoJobScheduleMetadataStore,
  runs: readonly JobInstance[],
  due: DueTasks,
): Promise<void> {
  const [tenant] = runs.map((run) => run.tenant);
  if (tenant === undefined) return;
  const states = await from.tasks.readMany(
    tenant,
    runs.map(({ id }) => id),
  );
  for (const state of states) {
    if (state === null) continue;
    // A task's steps follow one another: each wants the one before.
    for (const step of stepsOf(state, await readLog(from, state), due.get(state.id) ?? null))
      await to.tasks.write([step]);
  }
}

async function readLog(
  { tasks }: Pick<IMoJobScheduleMetadataStore, "tasks">,
  { tenant, id }: TaskState,
): Promise<readonly TaskFact[]> {
  const facts: TaskFact[] = [];
  for (;;) {
    const page = await tasks.log(tenant, id, facts.at(-1)?.seq ?? 0, FACTS);
    facts.push(...page);
    if (page.length < FACTS) return facts;
  }
}

function stepsOf(last: TaskState, log: readonly TaskFact[], dueAt: Date | null): readonly TaskWrite[] {
  let state = newTaskState(last);
  return [...Map.groupBy(log, ({ rev }) => rev)].map(([rev, facts]) => {
    const isLast = rev === last.rev;
    state = isLast ? last : foldFacts(state, facts);
    return { facts, state, dueAt: isLast ? dueAt : null };
  });
}

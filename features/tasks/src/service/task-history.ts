import { isTerminal, type JobInstance } from "@mojob/core";
import { LoopTurns } from "@mojob/core/engine";
import type { NodeStatus, TaskHistory } from "@mojob/core/feature";
import type { Clock, IMoInstanceQueries, IMoInstanceStore, IMoTaskStore, TaskFact } from "@mojob/core/ports";
import { showNodes } from "../decide/shown-node.ts";
import type { OpenTask } from "../driver/open-task.ts";
import type { TaskReader } from "../driver/task-reader.ts";
import { nodeTimes, tookMs } from "../times/node-times.ts";

/** Runs that are shown beside each other. */
const MOST_RUNS = 20;
/** Facts that are read for one answer, over all runs: some seconds of a thousand nodes in each of twenty runs. */
const MOST_FACTS = 100_000;
const PAGE = 1000;
/** Nodes of runs that have ended and are remembered, over all runs. */
const MOST_KNOWN = 100_000;

export interface TaskHistoriesOptions {
  readonly tenant: string;
  readonly store: {
    readonly tasks: Pick<IMoTaskStore, "log">;
    readonly queries: Pick<IMoInstanceQueries, "list">;
    readonly instances: Pick<IMoInstanceStore, "get">;
  };
  readonly reader: Pick<TaskReader, "openMany">;
  readonly clock: Clock;
}

interface PastNode {
  readonly status: NodeStatus | null;
  readonly ms: number | null;
}
type PastNodes = ReadonlyMap<string, PastNode>;

/** How the nodes of tasks went, run by run; what has ended is read once. */
export class TaskHistories {
  readonly #options: TaskHistoriesOptions;
  /** By the id of the run; what was asked for last stands last. */
  readonly #known = new Map<string, PastNodes>();
  #knownNodes = 0;

  constructor(options: TaskHistoriesOptions) {
    this.#options = options;
  }

  async read(run: JobInstance): Promise<TaskHistory> {
    const runs = await this.#runsAround(run);
    const tasks = (await this.#options.reader.openMany(runs)).filter((task) => task !== null);
    const turns = LoopTurns.of(this.#options.clock, this.#options.tenant);
    let factsLeft = MOST_FACTS;
    const past: { readonly task: OpenTask; readonly nodes: PastNodes }[] = [];
    // The run that was asked for first, so that its times are the last to be left out.
    for (const task of tasks.toSorted((one, other) => rankOf(one, run) - rankOf(other, run))) {
      const known = this.#known.get(task.run.id);
      // Each may read what the ones before have left to read.
      // oxlint-disable-next-line no-await-in-loop
      const facts = known === undefined && factsLeft > 0 ? await this.#facts(task, factsLeft) : null;
      if (facts !== null) factsLeft -= facts.length;
      // Twenty runs of many nodes take longer than a turn.
      // oxlint-disable-next-line no-await-in-loop
      const nodes = known ?? (await turns.inTurn(() => nodesOf(task, facts)));
      past.push({ task, nodes });
      if (facts !== null && factsLeft > 0 && isTerminal(task.run.state)) this.#keep(task.run.id, nodes);
    }
    const ids = [...new Set(past.flatMap(({ nodes }) => [...nodes.keys()]))];
    const order = new Map(tasks.map(({ run: { id } }, place) => [id, place]));
    return {
      nodes: ids,
      runs: past
        .toSorted((one, other) => (order.get(one.task.run.id) ?? 0) - (order.get(other.task.run.id) ?? 0))
        .map(({ task: { run: of, state }, nodes }) => ({
          id: of.id,
          state: of.state,
          createdAt: of.createdAt,
          startedAt: of.startedAt,
          completedAt: of.completedAt,
          version: state.version,
          states: ids.map((id) => nodes.get(id)?.status ?? null),
          ms: ids.map((id) => nodes.get(id)?.ms ?? null),
        })),
      isComplete: factsLeft > 0,
    };
  }

  /** The newest runs of its job; those until it where it is not among them. One within another task is seen beside its like. */
  async #runsAround({ id, jobKey, app, createdAt, part }: JobInstance): Promise<readonly JobInstance[]> {
    const { tenant, store } = this.#options;
    const query = { tenant, jobKey, app, ...(part === null && { parts: false }) };
    const list = async (to?: Date): Promise<readonly string[]> =>
      (await store.queries.list({ ...query, ...(to && { to }) }, { limit: MOST_RUNS })).items.map(
        (one) => one.id,
      );
    const newest = await list();
    const ids = newest.includes(id) ? newest : await list(new Date(createdAt.getTime() + 1));
    const wanted = ids.includes(id) ? ids : [id, ...ids.slice(0, MOST_RUNS - 1)];
    return (await store.instances.get(tenant, wanted)).filter((one) => one !== null);
  }

  async #facts({ run }: OpenTask, most: number): Promise<readonly TaskFact[]> {
    const facts: TaskFact[] = [];
    for (;;) {
      const limit = Math.min(PAGE, most - facts.length);
      // oxlint-disable-next-line no-await-in-loop -- each page begins behind the one before
      const page = await this.#options.store.tasks.log(run.tenant, run.id, facts.length, limit);
      facts.push(...page);
      if (page.length < PAGE || facts.length >= most) return facts;
    }
  }

  #keep(id: string, nodes: PastNodes): void {
    this.#known.set(id, nodes);
    this.#knownNodes += nodes.size;
    for (const [oldest, { size }] of this.#known) {
      if (this.#knownNodes <= MOST_KNOWN) return;
      this.#known.delete(oldest);
      this.#knownNodes -= size;
    }
  }
}

function rankOf({ run }: OpenTask, { id }: JobInstance): number {
  return run.id === id ? 0 : 1;
}

/** @param facts `null` where they are not read: times are left out */
function nodesOf({ plan, state }: OpenTask, facts: readonly TaskFact[] | null): PastNodes {
  const times = nodeTimes(facts ?? []);
  return new Map(
    showNodes(plan, state).map(({ id, status }) => {
      const at = times.get(id);
      return [id, { status, ms: at === undefined ? null : tookMs(at) }];
    }),
  );
}

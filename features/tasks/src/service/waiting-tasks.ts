import { type JobInstanceSummary, JobState, Permission } from "@mojob/core";
import { type Requester, BY_CREATION, FOR_PEOPLE, listWithin, waitsOf } from "@mojob/core/feature";
import {
  type Clock,
  type IMoInstanceQueries,
  type InstanceQuery,
  type Page,
  ReasonCode,
} from "@mojob/core/ports";
import type { OpenTask } from "../driver/open-task.ts";
import type { TaskDriver } from "../driver/task-driver.ts";

/** Tasks under way that are looked at, the newest first. */
const MOST_LOOKED_AT = 2000;
const PAGE = 500;
/** How old that may be of which only the number is asked for: every open page of the panel asks for it every few seconds. */
const RECENT_MS = 2000;

export interface WaitingTasksOptions {
  readonly tenant: string;
  readonly clock: Clock;
  readonly tasks: { readonly reader: Pick<TaskDriver["reader"], "read"> };
  readonly store: { readonly queries: Pick<IMoInstanceQueries, "list"> };
}

interface Read {
  readonly at: number;
  readonly tasks: Promise<readonly OpenTask[]>;
}

/** The tasks that wait for people, by the apps of those who ask. */
export class WaitingTasks {
  readonly #options: WaitingTasksOptions;
  readonly #read = new Map<string, Read>();

  constructor(options: WaitingTasksOptions) {
    this.#options = options;
  }

  /** As they are now. */
  now(requester: Requester): Promise<readonly OpenTask[]> {
    this.forget();
    return this.recent(requester);
  }

  /** As they were some seconds ago at the most; a reading serves all who ask meanwhile. */
  async recent(requester: Requester): Promise<readonly OpenTask[]> {
    const now = this.#options.clock.now().getTime();
    for (const [scope, { at }] of this.#read) if (Math.abs(now - at) >= RECENT_MS) this.#read.delete(scope);
    const scope = requester.apps.isAll ? "*" : JSON.stringify([...(requester.apps.names ?? [])].toSorted());
    const read = this.#read.get(scope) ?? { at: now, tasks: this.#readAll(requester) };
    this.#read.set(scope, read);
    // One that failed is not kept.
    read.tasks.catch(() => this.#read.delete(scope));
    return (await read.tasks).filter(({ run }) => requester.holds(Permission.ReadRuns, run.app));
  }

  /** Drops the readings, so that a decision shows at once. */
  forget(): void {
    this.#read.clear();
  }

  async #readAll(requester: Requester): Promise<readonly OpenTask[]> {
    const { tasks } = this.#options;
    const runs = await this.#runs(requester);
    const read = await Promise.all(runs.map(({ id }) => tasks.reader.read(id)));
    return read.filter((task) => task !== null);
  }

  async #runs({ apps }: Requester): Promise<readonly JobInstanceSummary[]> {
    const { tenant, store } = this.#options;
    const found: JobInstanceSummary[] = [];
    let cursor: string | null = null;
    for (let looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
      const page: Page<JobInstanceSummary> = await listWithin<InstanceQuery, JobInstanceSummary>(
        apps,
        { tenant, states: [JobState.Processing], reason: ReasonCode.Task },
        { limit: PAGE, ...(cursor !== null && { cursor }) },
        (query, request) => store.queries.list(query, request),
        BY_CREATION,
      );
      found.push(...page.items.filter((run) => FOR_PEOPLE.has(waitsOf(run)?.for ?? "time")));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    return found;
  }
}

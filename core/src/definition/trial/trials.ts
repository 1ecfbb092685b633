import { type JsonObject, jsonOf } from "../../base/json.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { removedJobKey, taskTrialsKey, trialStateKey } from "../../model/name/state-key.ts";
import { JobKind } from "../../model/option/job-kind.ts";
import type { StatedOptions } from "../../model/option/job-options.ts";
import { resolveJobOptions } from "../../model/option/resolve-options.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { madeDefinition } from "../../model/made-definition.ts";
import { isTrialKey } from "./trial-key.ts";

const HOUR_MS = 60 * 60 * 1000;
const A_DAY_MS = 24 * HOUR_MS;
/** Its run is over by then: its time limit is shorter. */
const KEPT_MS = 2 * A_DAY_MS;
/** For how long its run and its log can be read. */
const RUN_KEPT_DAYS = HOUR_MS / A_DAY_MS;
/** Definitions never change once they are made. */
const MOST_KNOWN = 100;

/** Work that is run once, before a job has it. */
export interface Trial {
  readonly app: string;
  readonly work: JobWork;
  readonly name: string;
  readonly argsSchema: JsonObject | null;
  /** The options of a job that matter to one run. */
  readonly options: Pick<StatedOptions, "timeoutMs" | "executors">;
  readonly by: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export interface TrialsOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
}

/** Makes definitions of work that is tried, so that it runs like any other job, and no list of jobs has it. */
export class Trials {
  readonly #options: TrialsOptions;
  readonly #known = new Map<string, JobDefinition>();

  constructor(options: TrialsOptions) {
    this.#options = options;
  }

  /** Keeps work under a trial's key for as long as its run may last; its run is removed an hour after its end. */
  async keep(key: string, trial: Trial): Promise<JobDefinition> {
    const { tenant, state } = this.#options;
    const retention = { maxInstances: 1, maxSkipped: 1, maxAgeDays: RUN_KEPT_DAYS, removedAt: trial.at };
    // Before the trial: a process that ends in between must not leave a run that nothing removes.
    await state.set(removedJobKey(tenant, key), retention);
    await state.set(trialStateKey(tenant, key), jsonOf(trial), { ttlMs: KEPT_MS });
    if (trial.work.kind === WorkKind.Task)
      await state.set(taskTrialsKey(tenant), trial.at, { ttlMs: KEPT_MS });
    return definitionOf(tenant, key, trial);
  }

  /** Whether a task that is tried may be under way, in any process. */
  async mayHaveTasks(): Promise<boolean> {
    const { tenant, state } = this.#options;
    return (await state.get(taskTrialsKey(tenant))) !== null;
  }

  /** `null` for a key that is no trial's, and for a trial of long ago. */
  async get(key: string): Promise<JobDefinition | null> {
    if (!isTrialKey(key)) return null;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { tenant, state } = this.#options;
    const entry = await state.get(trialStateKey(tenant, key));
    if (entry === null) return null;
    const definition = definitionOf(tenant, key, entry.value as unknown as Trial);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MOST_KNOWN) this.#known.delete(oldest);
    this.#known.set(key, definition);
    return definition;
  }
}

function definitionOf(tenant: string, key: string, trial: Trial): JobDefinition {
  const { app, work, name, argsSchema, by } = trial;
  const at = new Date(trial.at);
  // It is tried once, beside whatever else runs.
  const stated = { ...trial.options, maxConcurrency: null, retryCount: 0 };
  const options = resolveJobOptions(JobKind.Triggered, stated, name);
  const times = { scheduledSince: at, createdAt: at, updatedAt: at };
  return madeDefinition({ tenant, key, app, work, options, argsSchema, updatedBy: by, ...times });
}

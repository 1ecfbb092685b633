import {
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  type JobInstanceSummary,
  JobState,
} from "@mojob/core";
import type { AlarmRule, EndFollower, JobDefinitionCache } from "@mojob/core/engine";
import { incidentKey } from "@mojob/core/feature";
import type { Clock, Incident } from "@mojob/core/ports";
import { IncidentEventKind } from "@mojob/core/words";
import { endFindings, isSkippedFire } from "./end-findings.ts";
import { countFindings } from "./evaluate.ts";
import { recentRuns } from "./recent-runs.ts";
import { type AlarmList, alarmRuleList } from "./alarm-lists.ts";
import type { RuledFinding } from "./ruled-finding.ts";

/** Runs of a job that are looked at: a row of failures that is longer is as bad. */
const RUNS_OF_JOB = 20;
const TRIES = 5;

export interface AlarmFollowerOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "incidents" | "queries">;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** Called with incidents that were opened; what it does is not awaited. @default nothing */
  readonly onOpened?: (incidents: readonly Incident[]) => void;
}

/**
 * Opens incidents for runs that failed and fires that were missed. It reads those ends alone, every few seconds: an outage
 * delays an incident, and none is lost. A run counts once as long as its incident names it.
 */
export class AlarmFollower implements EndFollower {
  readonly name = "alarms";
  readonly states: readonly JobState[] = [JobState.Terminated, JobState.Skipped];
  readonly #options: AlarmFollowerOptions;
  readonly #rules: AlarmList<AlarmRule>;

  constructor(options: AlarmFollowerOptions) {
    this.#options = options;
    this.#rules = alarmRuleList(options);
  }

  async follow(runs: readonly JobInstanceSummary[]): Promise<void> {
    const notifying = runs.filter(
      (run) =>
        run.part === null && (run.missed !== null || run.state === JobState.Terminated || isSkippedFire(run)),
    );
    if (notifying.length === 0) return;
    const { tenant, store, cache } = this.#options;
    const [{ items: rules }, jobs] = await Promise.all([
      this.#rules.read(),
      cache.getMany([...new Set(notifying.map(({ jobKey }) => jobKey))]),
    ]);
    const failed = notifying.filter(({ missed }) => missed === null).map(({ jobKey }) => jobKey);
    const recent = await recentRuns(store.queries, tenant, failed, RUNS_OF_JOB);
    await this.#count(endFindings({ runs: notifying, jobs, recent }, rules));
  }

  /** Writes what was found; an incident that somebody changed meanwhile is read again. */
  async #count(findings: readonly RuledFinding[]): Promise<void> {
    const { tenant, store, clock } = this.#options;
    let left = findings;
    for (let tries = 0; left.length > 0 && tries < TRIES; tries += 1) {
      const now = clock.now();
      const keys = [...new Set(left.map(({ finding }) => incidentKey(finding.condition, finding)))];
      const writes = countFindings(tenant, left, await store.incidents.latest(tenant, keys), now);
      const written = await store.incidents.write(writes);
      const opened = writes.filter((incident, index) => written[index] === true && isNew(incident, now));
      if (opened.length > 0) this.#options.onOpened?.(opened);
      const lost = new Set(writes.filter((_, index) => written[index] !== true).map(({ key }) => key));
      left = left.filter(({ finding }) => lost.has(incidentKey(finding.condition, finding)));
    }
    if (left.length > 0)
      throw new Error(`${left.length} findings could not be counted: others change their incidents`);
  }
}

/** Whether it was opened, or opened again, just now. */
function isNew({ timeline, resolvedAt }: Incident, now: Date): boolean {
  const latest = timeline.at(-1);
  const opens = latest?.kind === IncidentEventKind.Opened || latest?.kind === IncidentEventKind.Reopened;
  return resolvedAt === null && opens && latest.at >= now;
}

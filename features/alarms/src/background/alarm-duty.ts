import {
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  isMoJobError,
  MoJobErrorCode,
} from "@mojob/core";
import {
  type AlarmRoute,
  type AlarmRule,
  clockLeaseKey,
  type Duty,
  type JobDefinitionCache,
  type Silence,
} from "@mojob/core/engine";
import {
  type DutyPass,
  type Heartbeat,
  incidentKey,
  openIncident,
  type Pings,
  resolveIncident,
  ruleFor,
  type ScheduleFactsOptions,
} from "@mojob/core/feature";
import { type Clock, createId, type Finding, type Incident } from "@mojob/core/ports";
import { AlarmCondition, Resolution } from "@mojob/core/words";
import { evaluate, explainOpen, isStanding, keysToOpen } from "./evaluate.ts";
import { readSituation } from "./read-situation.ts";
import { recentRuns } from "./recent-runs.ts";
import { recovered } from "./recovery.ts";
import { type AlarmList, alarmRouteList, alarmRuleList, heartbeatList, silenceList } from "./alarm-lists.ts";
import { type AlarmActions, Notifier } from "./notifier.ts";
import { quietAt, silenceOpen } from "./silences.ts";
import { heartbeatFindings } from "./heartbeat-findings.ts";
import { HeartbeatStates } from "./heartbeat-states.ts";
import { longFailing } from "./long-failing.ts";
import { standingFindings } from "./standing-findings.ts";
import { TokenReader } from "./token-reader.ts";

const EVERY_MS = 10_000;
/** Where nothing is wrong it looks half as often. */
const CALM_MS = 20_000;
const MOST_OPEN = 5000;
/** Runs of a job that are looked at to see whether it works again. */
const RUNS_OF_JOB = 20;
const CLOCK_EVERY_MS = 60_000;
/** The lease is taken only for the time in it. */
const CLOCK_LEASE_MS = 1;
const TRIM_EVERY_MS = 3_600_000;
const KEPT_MS = 90 * 24 * 3_600_000;

export interface AlarmDutyOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly rules: ScheduleFactsOptions["rules"];
  readonly clock: Clock;
  readonly publicUrl: string | null;
  readonly onError: (error: unknown) => void;
  readonly actions: AlarmActions;
}

/**
 * Opens incidents for what is wrong now and resolves those that are over. It keeps nothing between two passes but since when
 * something has been wrong, so that a pass in another process goes on from what is stored.
 */
export class AlarmDuty implements Duty {
  readonly name = "alarm";
  readonly everyMs: number = EVERY_MS;
  readonly #options: AlarmDutyOptions;
  readonly #rules: AlarmList<AlarmRule>;
  readonly #routes: AlarmList<AlarmRoute>;
  readonly #silences: AlarmList<Silence>;
  readonly #heartbeats: AlarmList<Heartbeat>;
  readonly #heartbeatStates: HeartbeatStates;
  readonly #tokenReader: TokenReader;
  readonly #notifier: Notifier;
  readonly #holder: string;
  #pending: ReadonlyMap<string, Date> = new Map();
  /** Since when passes have failed because the store is unavailable. */
  #failingSince: Date | null = null;
  #clockAheadMs: number | null = null;
  #clockReadAt = Number.NEGATIVE_INFINITY;
  #trimmedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AlarmDutyOptions) {
    this.#options = options;
    this.#rules = alarmRuleList(options);
    this.#routes = alarmRouteList(options);
    this.#silences = silenceList(options);
    this.#heartbeats = heartbeatList(options);
    this.#heartbeatStates = new HeartbeatStates(options);
    this.#tokenReader = new TokenReader(options);
    this.#notifier = new Notifier({ ...options, incidents: options.store.incidents });
    this.#holder = createId(options.clock.now());
  }

  async run(): Promise<DutyPass> {
    const { clock } = this.#options;
    let isCalm: boolean;
    try {
      isCalm = await this.#pass();
    } catch (error) {
      if (isMoJobError(error, MoJobErrorCode.StoreUnavailable)) this.#failingSince ??= clock.now();
      throw error;
    }
    this.#failingSince = null;
    return { nextInMs: isCalm ? CALM_MS : EVERY_MS, slackMs: Number.POSITIVE_INFINITY };
  }

  /** Resolves to whether nothing is wrong. */
  async #pass(): Promise<boolean> {
    const { tenant, store } = this.#options;
    await this.#trim();
    const [{ items: rules }, { items: routes }, { items: silences }, { items: heartbeats }] =
      await Promise.all([
        this.#rules.read(),
        this.#routes.read(),
        this.#silences.read(),
        this.#heartbeats.read(),
      ]);
    const [unsettled, clockAheadMs] = await Promise.all([
      store.incidents.unsettled(tenant, MOST_OPEN),
      this.#readClock(),
    ]);
    const open = unsettled.filter(isOpen);
    const situation = await readSituation(this.#options, clockAheadMs);
    const { jobs, now, facts } = situation;
    const pings = heartbeats.length === 0 ? new Map<string, Pings>() : await this.#heartbeatStates.read();
    const findings = [
      ...standingFindings(situation, rules),
      ...longFailing(open, jobs, rules, now),
      ...heartbeatFindings(heartbeats, pings, rules, now),
      ...(await this.#tokenReader.ending(rules, now)),
    ];
    const latest = await store.incidents.latest(tenant, keysToOpen(findings, open));
    const { writes, pending } = evaluate({ tenant, now, findings, open, pending: this.#pending, latest });
    const happened = open.filter((incident) => !isStanding(incident));
    const keys = happened.flatMap(({ jobKey }) => jobKey ?? []);
    const recent = await recentRuns(store.queries, tenant, keys, RUNS_OF_JOB);
    const over = recovered(happened, { now, jobs, recent, rules });
    const changed = await this.#write([...writes, ...over]);
    this.#pending = pending;
    const after = latestOf(unsettled, changed);
    const explained = latestOf(after, await this.#write(explainOpen(after.filter(isOpen))));
    const quiet = quietAt(silences, facts.rules.windows, now);
    const silenced = await this.#write(silenceOpen(explained.filter(isOpen), quiet, jobs));
    const outage = await this.#noteOutage(rules, silences);
    const left = latestOf(explained, [...silenced, ...outage]).filter(({ isSettled }) => !isSettled);
    await this.#notifier.notify(left, routes, jobs);
    return left.length === 0 && pending.size === 0;
  }

  /** Resolves to those that were written; what somebody else changed meanwhile is looked at in the next pass. */
  async #write(incidents: readonly Incident[]): Promise<readonly Incident[]> {
    if (incidents.length === 0) return [];
    const written = await this.#options.store.incidents.write(incidents);
    return incidents.filter((_, index) => written[index] === true);
  }

  /** How far this process's clock is ahead of the store's, measured once a minute. */
  async #readClock(): Promise<number | null> {
    const { tenant, state, clock } = this.#options;
    if (state.hasOwnClock !== true) return null;
    if (clock.monotonicMs() - this.#clockReadAt < CLOCK_EVERY_MS) return this.#clockAheadMs;
    const before = clock.now().getTime();
    const lease = await state.acquireLease(clockLeaseKey(tenant), this.#holder, CLOCK_LEASE_MS);
    if (lease === null) return this.#clockAheadMs;
    this.#clockReadAt = clock.monotonicMs();
    const middle = (before + clock.now().getTime()) / 2;
    this.#clockAheadMs = Math.round(middle - (lease.expiresAt.getTime() - CLOCK_LEASE_MS));
    return this.#clockAheadMs;
  }

  async #trim(): Promise<void> {
    const { tenant, store, clock } = this.#options;
    if (clock.monotonicMs() - this.#trimmedAt < TRIM_EVERY_MS) return;
    await store.incidents.trim(tenant, new Date(clock.now().getTime() - KEPT_MS));
    this.#trimmedAt = clock.monotonicMs();
  }

  /** While the store was unavailable nothing could be written: the incident is opened and resolved once it is there again. */
  async #noteOutage(rules: readonly AlarmRule[], silences: readonly Silence[]): Promise<readonly Incident[]> {
    const { tenant, store, clock } = this.#options;
    const since = this.#failingSince;
    if (since === null) return [];
    const now = clock.now();
    const rule = ruleFor(rules, AlarmCondition.StoreUnavailable, { app: null, job: null });
    if (!rule.enabled || now.getTime() - since.getTime() < rule.forMs) return [];
    const finding: Finding = {
      condition: AlarmCondition.StoreUnavailable,
      app: null,
      jobKey: null,
      at: since,
      parameters: { from: since.toISOString(), to: now.toISOString() },
      run: null,
      error: null,
    };
    const key = incidentKey(finding.condition, finding);
    const latest = (await store.incidents.latest(tenant, [key])).get(key) ?? null;
    const opened = openIncident(tenant, finding, rule, latest, now);
    const over = resolveIncident(opened, Resolution.Recovered, { by: null, at: now });
    const [silenced] = silenceOpen([over], quietAt(silences, [], now), new Map());
    const isSettled = silenced === undefined ? over.isSettled : true;
    return this.#write([{ ...over, isSettled, revision: opened.revision }]);
  }
}

function isOpen({ resolvedAt }: Incident): boolean {
  return resolvedAt === null;
}

/** Incidents as they are after some of them were written. */
function latestOf(before: readonly Incident[], written: readonly Incident[]): readonly Incident[] {
  return [...new Map([...before, ...written].map((incident) => [incident.id, incident])).values()];
}

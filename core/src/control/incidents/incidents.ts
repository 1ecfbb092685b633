import type { Asker } from "../../access/asker.ts";
import { type AlarmList, alarmRouteList, alarmRuleList, type KeptList } from "../../alarms/alarm-lists.ts";
import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { isOneLine } from "../../base/shown-text.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { AlarmRoute } from "../../model/incident/alarm-route.ts";
import { type AlarmRule, BUILT_IN_RULES } from "../../model/incident/alarm-rule.ts";
import { AlarmCondition, Severity } from "../../model/incident/condition.ts";
import { type Incident, IncidentState, Resolution } from "../../model/incident/incident.ts";
import {
  acknowledgeIncident,
  assignIncident,
  type IncidentDeed,
  noteOnIncident,
  resolveIncident,
  snoozeIncident,
} from "../../model/incident/incident-change.ts";
import type { Silence } from "../../model/incident/silence.ts";
import { WhenFull } from "../../model/option/value/when-full.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { Page, PageRequest } from "../../ports/page.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { resolveTimeZone } from "../../schedule/cron/time-zone.ts";
import type {
  AlarmRouteList,
  AlarmRuleList,
  IncidentCounts,
  IncidentListQuery,
  IncidentService,
  RoutePreview,
  RulePreview,
} from "../../scheduler/incident-service.ts";
import type { Asked } from "../access/asked.ts";
import { previewRoutes } from "./preview-routes.ts";
import { previewRules } from "./preview-rules.ts";
import { Silences } from "./silences.ts";

const MOST_COUNTED = 5000;
const MOST_PAGES = 20;
const TRIES = 5;
const LONGEST_NOTE = 500;
const LONGEST_NAME = 128;
const LONGEST_SNOOZE_MS = 366 * 24 * 3_600_000;

export interface IncidentServiceOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
}

/** Shows incidents, and what people do about them. */
export class Incidents implements Asked<IncidentService> {
  readonly #options: IncidentServiceOptions;
  readonly #rules: AlarmList<AlarmRule>;
  readonly #routes: AlarmList<AlarmRoute>;
  readonly #silences: Silences;

  constructor(options: IncidentServiceOptions) {
    this.#options = options;
    this.#rules = alarmRuleList(options);
    this.#routes = alarmRouteList(options);
    this.#silences = new Silences(options);
  }

  /** Incidents of no app are those of the whole tenant: who sees some apps only does not see them. */
  async list(asker: Asker, query: IncidentListQuery, page: PageRequest): Promise<Page<Incident>> {
    const { tenant, store } = this.#options;
    const { apps, by } = asker;
    const { mine = false, severity, ...rest } = query;
    if (mine && by === null) return { items: [], nextCursor: null };
    const app = rest.app ?? apps.only ?? undefined;
    const within = {
      tenant,
      ...rest,
      ...(app !== undefined && { app }),
      ...(mine && by !== null && { assignee: by }),
    };
    let { items, nextCursor } = await store.incidents.list(within, page);
    const isShown = (one: Incident): boolean =>
      sees(asker, one) && (severity ?? one.severity) === one.severity;
    items = items.filter(isShown);
    for (let read = 1; read < MOST_PAGES && nextCursor !== null && items.length < page.limit; read += 1) {
      // Each page begins behind the one before.
      // oxlint-disable-next-line no-await-in-loop
      const more: Page<Incident> = await store.incidents.list(within, {
        limit: page.limit - items.length,
        cursor: nextCursor,
      });
      items = [...items, ...more.items.filter(isShown)];
      ({ nextCursor } = more);
    }
    return { items, nextCursor };
  }

  async counts(asker: Asker): Promise<IncidentCounts> {
    const { tenant, store, clock } = this.#options;
    const now = clock.now();
    const all = (await store.incidents.unsettled(tenant, MOST_COUNTED)).filter(
      (one) => one.resolvedAt === null && sees(asker, one),
    );
    const isNotified = ({ snoozedUntil, explainedBy, silencedBy, state }: Incident): boolean =>
      state === IncidentState.Open &&
      explainedBy === null &&
      silencedBy === null &&
      (snoozedUntil === null || snoozedUntil <= now);
    return {
      open: all.filter(isNotified).length,
      acknowledged: all.filter(({ state }) => state === IncidentState.Acknowledged).length,
      critical: all.filter((one) => isNotified(one) && one.severity === Severity.Critical).length,
      mine: all.filter(({ assignee }) => assignee !== null && assignee === asker.by).length,
      conditions: Object.fromEntries(
        Object.values(AlarmCondition).map((condition) => [
          condition,
          all.filter((one) => one.condition === condition).length,
        ]),
      ) as Record<AlarmCondition, number>,
    };
  }

  async get(asker: Asker, id: string): Promise<Incident> {
    const { tenant, store } = this.#options;
    const [incident] = await store.incidents.get(tenant, [id]);
    if (incident == null || !finds(asker, incident)) throw notFound(id);
    return incident;
  }

  acknowledge(asker: Asker, id: string, note?: string): Promise<Incident> {
    return this.#change(asker, id, note, acknowledgeIncident);
  }

  async assign(asker: Asker, id: string, to: string | null, note?: string): Promise<Incident> {
    const doing = `assign incident "${id}"`;
    if (to !== null && (to === "" || !isOneLine(to)))
      throw invalidInput(doing, [issueAt("/to", "not_one_line")]);
    if (to !== null && to.length > LONGEST_NAME)
      throw invalidInput(doing, [issueAt("/to", "too_long", { max: LONGEST_NAME })]);
    return this.#change(asker, id, note, (incident, deed) => assignIncident(incident, to, deed));
  }

  async snooze(asker: Asker, id: string, until: Date | null, note?: string): Promise<Incident> {
    const nowMs = this.#options.clock.now().getTime();
    const doing = `snooze incident "${id}"`;
    if (until !== null && until.getTime() <= nowMs)
      throw invalidInput(doing, [issueAt("/until", "in_the_past")]);
    if (until !== null && until.getTime() > nowMs + LONGEST_SNOOZE_MS)
      throw invalidInput(doing, [issueAt("/until", "beyond_a_year")]);
    return this.#change(asker, id, note, (incident, deed) => snoozeIncident(incident, until, deed));
  }

  note(asker: Asker, id: string, note: string): Promise<Incident> {
    return this.#change(asker, id, note, noteOnIncident, { evenIfResolved: true });
  }

  resolve(asker: Asker, id: string, note?: string): Promise<Incident> {
    return this.#change(asker, id, note, (incident, deed) =>
      resolveIncident(incident, Resolution.ByHand, deed),
    );
  }

  async rules(): Promise<AlarmRuleList> {
    return ruleListOf(await this.#rules.read());
  }

  async replaceRules(asker: Asker, rules: unknown, revision: number): Promise<AlarmRuleList> {
    assertWhole(asker, "change the alarm rules");
    const at = this.#options.clock.now();
    return ruleListOf(await this.#rules.replace(rules, revision, asker.by, at));
  }

  async previewRules({ apps }: Asker, rules: unknown): Promise<readonly RulePreview[]> {
    const parsed = this.#rules.parse(rules, "preview alarm rules");
    return previewRules(parsed, { ...this.#options, apps });
  }

  async routes(): Promise<AlarmRouteList> {
    return routeListOf(await this.#routes.read());
  }

  async replaceRoutes(asker: Asker, routes: unknown, revision: number): Promise<AlarmRouteList> {
    const doing = "change the alarm routes";
    assertWhole(asker, doing);
    const parsed = this.#routes.parse(routes, doing);
    const known = await this.#options.cache.getMany(parsed.flatMap(({ job }) => job ?? []));
    const issues = parsed.flatMap(({ job, hours }, index) => {
      if (hours !== null && !isZone(hours.timeZone))
        return [issueAt(`/${index}/hours/timeZone`, "not_a_zone")];
      if (job === null) return [];
      const definition = known.get(job);
      const pointer = `/${index}/job`;
      if (definition === undefined) return [issueAt(pointer, "unknown_job", { key: job })];
      const { maxConcurrency, whenFull } = definition.options;
      return maxConcurrency === null || whenFull === WhenFull.Queue
        ? []
        : [issueAt(pointer, "skips_runs", { key: job })];
    });
    if (issues.length > 0) throw invalidInput(doing, issues);
    const at = this.#options.clock.now();
    return routeListOf(await this.#routes.replace(routes, revision, asker.by, at));
  }

  async previewRoutes({ apps }: Asker, routes: unknown): Promise<readonly RoutePreview[]> {
    const parsed = this.#routes.parse(routes, "preview alarm routes");
    return previewRoutes(parsed, { ...this.#options, apps });
  }

  silences(asker: Asker): Promise<readonly Silence[]> {
    return this.#silences.list(asker);
  }

  silence(asker: Asker, request: unknown): Promise<Silence> {
    return this.#silences.create(asker, request);
  }

  endSilence(asker: Asker, id: string): Promise<Silence> {
    return this.#silences.end(asker, id);
  }

  /** Others may change it meanwhile: what was asked for is then done to what there is. */
  async #change(
    asker: Asker,
    id: string,
    note: string | undefined,
    change: (incident: Incident, deed: IncidentDeed) => Incident,
    { evenIfResolved = false } = {},
  ): Promise<Incident> {
    const { store, clock } = this.#options;
    if ((note ?? "").length > LONGEST_NOTE)
      throw invalidInput(`change incident "${id}"`, [issueAt("/note", "too_long", { max: LONGEST_NOTE })]);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const incident = await this.get(asker, id);
      if (incident.state === IncidentState.Resolved && !evenIfResolved)
        throw new MoJobError(
          MoJobErrorCode.IncidentResolved,
          `Cannot change incident "${id}": it was resolved at ${incident.resolvedAt?.toISOString()}`,
        );
      const changed = change(incident, { by: asker.by, at: clock.now(), note: note ?? null });
      const [isWritten] = await store.incidents.write([changed]);
      if (isWritten === true) return changed;
    }
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot change incident "${id}": others change it at each try`,
    );
  }
}

function ruleListOf({ items, ...list }: KeptList<AlarmRule>): AlarmRuleList {
  return { ...list, rules: items, builtIn: BUILT_IN_RULES };
}

function routeListOf({ items, ...list }: KeptList<AlarmRoute>): AlarmRouteList {
  return { ...list, routes: items };
}

/** What holds for every app is changed by who may do so in every app. */
function assertWhole({ apps }: Asker, doing: string): void {
  if (apps.isAll) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing}: they hold for every app, and the caller may do so in some only`,
  );
}

function isZone(name: string): boolean {
  try {
    return resolveTimeZone(name) !== null;
  } catch {
    return false;
  }
}

function sees({ apps }: Asker, { app }: Incident): boolean {
  return app === null ? apps.isAll : apps.has(app);
}

/** @throws MoJobError `forbidden` where the caller may see it and not do this with it */
function finds(asker: Asker, { app }: Incident): boolean {
  return app === null ? asker.apps.isAll : asker.finds(app);
}

function notFound(id: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.IncidentNotFound,
    `Cannot find incident "${id}": no incident has this id`,
  );
}

import {
  type IMoJobScheduleMetadataStore,
  type IMoStateStore,
  MoJobError,
  MoJobErrorCode,
} from "@mojob/core";
import {
  type AlarmRoute,
  type AlarmRouteList,
  type AlarmRule,
  type AlarmRuleList,
  type HeartbeatList,
  invalidInput,
  issueAt,
  type JobDefinitionCache,
  type PingState,
  type RoutePreview,
  type RulePreview,
  type Silence,
  WhenFull,
  zoneIssue,
} from "@mojob/core/engine";
import {
  type AlarmService,
  type Asked,
  type Asker,
  BUILT_IN_RULES,
  resolveTimeZone,
} from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import { type AlarmList, alarmRouteList, alarmRuleList, type KeptList } from "../background/alarm-lists.ts";
import { Heartbeats } from "./heartbeats.ts";
import { previewRoutes } from "./preview-routes.ts";
import { previewRules } from "./preview-rules.ts";
import { Silences } from "./silences.ts";

export interface AlarmServiceOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
}

/** Keeps by which rules incidents are opened, and who is notified of them when. */
export class Alarms implements Asked<AlarmService> {
  readonly #options: AlarmServiceOptions;
  readonly #rules: AlarmList<AlarmRule>;
  readonly #routes: AlarmList<AlarmRoute>;
  readonly #silences: Silences;
  readonly #heartbeats: Heartbeats;

  constructor(options: AlarmServiceOptions) {
    this.#options = options;
    this.#rules = alarmRuleList(options);
    this.#routes = alarmRouteList(options);
    this.#silences = new Silences(options);
    this.#heartbeats = new Heartbeats(options);
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
        return [zoneIssue(`/${index}/hours/timeZone`, hours.timeZone)];
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

  heartbeats(asker: Asker): Promise<HeartbeatList> {
    return this.#heartbeats.list(asker);
  }

  async replaceHeartbeats(asker: Asker, heartbeats: unknown, revision: number): Promise<HeartbeatList> {
    assertWhole(asker, "change the heartbeats");
    return this.#heartbeats.replace(asker, heartbeats, revision);
  }

  ping(_: Asker, token: string, state: PingState): Promise<void> {
    return this.#heartbeats.ping(token, state);
  }
}

function ruleListOf({ items, ...list }: KeptList<AlarmRule>): AlarmRuleList {
  return { ...list, rules: items, builtIn: BUILT_IN_RULES };
}

function routeListOf({ items, ...list }: KeptList<AlarmRoute>): AlarmRouteList {
  return { ...list, routes: items };
}

/** Refuses a change that holds for every app to a caller who may not make it in every app. */
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

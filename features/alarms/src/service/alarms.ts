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
  type JobDefinitionCache,
  type PingState,
  type RoutePreview,
  type RulePreview,
  type Silence,
} from "@mojob/core/engine";
import { type AlarmService, type PerRequester, type Requester, BUILT_IN_RULES } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import { type AlarmList, alarmRouteList, alarmRuleList, type KeptList } from "../background/alarm-lists.ts";
import { Heartbeats } from "./heartbeats.ts";
import { previewRoutes } from "./preview-routes.ts";
import { previewRules } from "./preview-rules.ts";
import { routeIssues } from "./route-issues.ts";
import { Silences } from "./silences.ts";

export interface AlarmServiceOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
}

/** Keeps by which rules incidents are opened, and who is notified of them when. */
export class Alarms implements PerRequester<AlarmService> {
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

  async replaceRules(requester: Requester, rules: unknown, revision: number): Promise<AlarmRuleList> {
    assertWhole(requester, "change the alarm rules");
    const at = this.#options.clock.now();
    return ruleListOf(await this.#rules.replace(rules, revision, requester.by, at));
  }

  async previewRules({ apps }: Requester, rules: unknown): Promise<readonly RulePreview[]> {
    const parsed = this.#rules.parse(rules, "preview alarm rules");
    return previewRules(parsed, { ...this.#options, apps });
  }

  async routes(): Promise<AlarmRouteList> {
    return routeListOf(await this.#routes.read());
  }

  async replaceRoutes(requester: Requester, routes: unknown, revision: number): Promise<AlarmRouteList> {
    const doing = "change the alarm routes";
    assertWhole(requester, doing);
    const parsed = this.#routes.parse(routes, doing);
    const known = await this.#options.cache.getMany(parsed.flatMap(({ job }) => job ?? []));
    const issues = routeIssues(parsed, known);
    if (issues.length > 0) throw invalidInput(doing, issues);
    const at = this.#options.clock.now();
    return routeListOf(await this.#routes.replace(routes, revision, requester.by, at));
  }

  async previewRoutes({ apps }: Requester, routes: unknown): Promise<readonly RoutePreview[]> {
    const parsed = this.#routes.parse(routes, "preview alarm routes");
    return previewRoutes(parsed, { ...this.#options, apps });
  }

  silences(requester: Requester): Promise<readonly Silence[]> {
    return this.#silences.list(requester);
  }

  silence(requester: Requester, request: unknown): Promise<Silence> {
    return this.#silences.create(requester, request);
  }

  endSilence(requester: Requester, id: string): Promise<Silence> {
    return this.#silences.end(requester, id);
  }

  heartbeats(requester: Requester): Promise<HeartbeatList> {
    return this.#heartbeats.list(requester);
  }

  async replaceHeartbeats(
    requester: Requester,
    heartbeats: unknown,
    revision: number,
  ): Promise<HeartbeatList> {
    assertWhole(requester, "change the heartbeats");
    return this.#heartbeats.replace(requester, heartbeats, revision);
  }

  ping(_: Requester, token: string, state: PingState): Promise<void> {
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
function assertWhole({ apps }: Requester, doing: string): void {
  if (apps.isAll) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing}: they hold for every app, and the caller may do so in some only`,
  );
}

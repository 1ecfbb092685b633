import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { ScheduleRules } from "../schedule/rules/schedule-rules.ts";
import { ScheduleRulesCache } from "../definition/schedule-rules-cache.ts";
import { TenantSettingsCache } from "../definition/tenant/tenant-settings-cache.ts";
import { Trials } from "../definition/trial/trials.ts";
import { GlobalDefaults } from "../definition/global-defaults.ts";
import { StoreRegistry } from "../definition/store-registry.ts";
import { mergeDefaults } from "../model/layer/merge-defaults.ts";
import { resolveQuotas } from "../model/option/quota-options.ts";
import { WaitingLimits } from "../waiting/bounds/waiting-limits.ts";
import { WaitingQuota } from "../waiting/bounds/waiting-quota.ts";
import { DebugMode } from "../dispatch/debug-mode.ts";
import { Dispatcher } from "../dispatch/dispatcher.ts";
import { Router } from "../dispatch/router.ts";
import { useEdit } from "../waiting/release/use-edit.ts";
import { announceEnds } from "../duties/following/announce-ends.ts";
import { endsInStore } from "../duties/following/end-source.ts";
import { RunEnds } from "../duties/following/run-ends.ts";
import { wakeSnoozed } from "../dispatch/wake-snoozed.ts";
import { InstanceCreator } from "../dispatch/instance-creator.ts";
import { RunAllowance } from "../waiting/bounds/run-allowance.ts";
import { RunMetrics } from "../model/metrics/run-metrics.ts";
import { assertTenant } from "../model/name/names.ts";
import { CallbackAddresses } from "../callbacks/callback-addresses.ts";
import { StoredSecrets } from "../secrets/stored-secrets.ts";
import { TenantSlots } from "../waiting/bounds/tenant-slots.ts";
import { assertMayStart } from "../work/job-thread-mark.ts";
import { reportWarning } from "./console-reporters.ts";
import type { Engine, EngineOptions, TaskHostParts } from "./engine.ts";
import { registerWorkKind } from "../model/work-kinds.ts";
import type { OwnJobDefinitions } from "../definition/own-job-definitions.ts";

/** Puts the shared parts of a tenant together. Nothing runs in the background until a control plane or a worker starts it. */
export function createEngine(options: EngineOptions): Engine {
  assertMayStart();
  const { tenant, state, bus, clock, onError } = options;
  assertTenant(tenant);
  const store = announceEnds(options.store, { tenant, bus, clock, onError });
  const given = { ...withDefaults({ ...options, store }), store };
  const { keys, publicUrl, endSources } = given;
  for (const kind of given.features.flatMap(({ workKinds = [] }) => workKinds)) registerWorkKind(kind);
  const [tasks = null] = given.features.flatMap((feature) => feature.tasks?.({ tenant, store, clock }) ?? []);
  const trials = new Trials({ tenant, state });
  const cache: JobDefinitionCache = createCache(given, tasks?.ownJobs, trials, () => rules.read());
  const rules = createRules(given, cache);
  const dispatcher = new Dispatcher({ bus, clock, onError });
  const metrics = new RunMetrics();
  const router = new Router({ tenant, executors: store.executors, instances: store.instances, cache, clock });
  const configured = resolveQuotas(given.scheduler.quotas);
  const settings = new TenantSettingsCache({ tenant, state, clock, quotas: configured });
  const { quotas } = settings;
  const places = new TenantSlots({ tenant, state, settings, clock, onError });
  const parts = { ...given, cache, rules, dispatcher, router, quotas, settings, places };
  const globals = createGlobals(parts);
  const creator = createCreator(parts);
  const wake = (id: string) => wakeSnoozed(id, { tenant, store: store.instances, dispatcher, clock });
  return {
    ...parts,
    trials,
    globals,
    metrics,
    secrets: new StoredSecrets({ tenant, state, clock, keys }),
    callbacks: new CallbackAddresses({ tenant, state, clock, url: publicUrl, wake, onError }),
    registry: createRegistry({ ...parts, globals }),
    creator,
    tasks: tasks?.host({ ...parts, creator, onEnded: measureTasks(metrics, clock) }) ?? null,
    debugMode: new DebugMode({ tenant, state, clock }),
    ends: new RunEnds({ tenant, store: store.instances, sources: endSources, clock, onError }),
  };
}

/** Every option with its value. */
function withDefaults(options: EngineOptions): Required<EngineOptions> {
  const { tenant, store } = options;
  return {
    keys: null,
    publicUrl: null,
    scheduler: {},
    code: null,
    healthChecks: [],
    features: [],
    endsComeLate: false,
    endSources: [endsInStore(store, tenant)],
    standby: () => null,
    isEnding: () => false,
    onWarning: reportWarning,
    ...options,
  };
}

type Given = Required<EngineOptions>;
type Parts = Given & Pick<Engine, "cache" | "dispatcher" | "router" | "quotas" | "settings">;

function createCache(
  { tenant, store, state, bus, clock, onError }: Given,
  ownJobs: OwnJobDefinitions | undefined,
  trials: Trials,
  rules: () => Promise<ScheduleRules>,
) {
  const createNext = (): string => createId(clock.now());
  return new JobDefinitionCache({
    tenant,
    store: store.definitions,
    state,
    bus,
    createId: createNext,
    ownJobs,
    trials,
    rules,
    onError,
  });
}

function createRules(
  { tenant, store, state, features }: Given,
  cache: JobDefinitionCache,
): ScheduleRulesCache {
  const sources = features.flatMap(({ scheduleRules }) => scheduleRules?.({ tenant, store }) ?? []);
  return new ScheduleRulesCache({ tenant, state, cache, sources });
}

function createGlobals({ tenant, store, state, cache, clock, scheduler, settings }: Parts): GlobalDefaults {
  const { defaults = {}, tenantDefaults = {} } = scheduler;
  const own = mergeDefaults(defaults, tenantDefaults[tenant] ?? {});
  return new GlobalDefaults({ tenant, store: store.definitions, state, cache, clock, own, settings });
}

function createRegistry(parts: Parts & Pick<Engine, "globals">): StoreRegistry {
  const { store } = parts;
  return new StoreRegistry({
    ...parts,
    store: store.definitions,
    scripts: store.scripts,
    onChanged: (before, after) => useEdit(before, after, { ...parts, store: store.instances }),
  });
}

function createCreator(parts: Parts): InstanceCreator {
  const { store } = parts;
  return new InstanceCreator({
    ...parts,
    store: store.instances,
    bounds: [new RunAllowance(parts), new WaitingQuota(parts)],
    limits: new WaitingLimits({ ...parts, queries: store.queries, instances: store.instances }),
  });
}

/** A task has no worker that would measure it. */
function measureTasks(metrics: RunMetrics, clock: Clock): TaskHostParts["onEnded"] {
  return (run, { state }) => {
    const durationMs = clock.now().getTime() - (run.startedAt ?? run.createdAt).getTime();
    metrics.ended(run, state.toLowerCase(), durationMs);
  };
}

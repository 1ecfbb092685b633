import type { AppSet } from "../access/app-set.ts";
import { HEALTH_KEY } from "../model/name/state-key.ts";
import { AuditMode } from "../model/option/scheduler-options.ts";
import type { WaitingFires } from "../model/option/value/waiting-fires.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import { liveSince } from "../placement/liveness.ts";
import type { StoreChange } from "../ports/store-watch.ts";
import type { AuditService } from "../scheduler/history/audit-service.ts";
import type { IncidentService } from "../scheduler/incident-service.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import type { PerRequester } from "./access/per-requester.ts";
import type { ServiceName } from "./access/method-rule.ts";
import { OWN_RULES } from "./access/method-rules.ts";
import { hiddenFrom } from "./access/method-view.ts";
import { hideSummary } from "./payloads/hide-run.ts";
import type { Engine, ServiceDefinition, ServiceParts } from "./engine.ts";
import { definitionsOf, missingService } from "./feature/features.ts";
import { readControlPlanes } from "./executors/control-planes.ts";
import { OWN_ACTS } from "./executors/executor-acts.ts";
import { executorMethods } from "./executors/executor-methods.ts";
import { readApps } from "./executors/read-apps.ts";
import { checkHealth, type HealthProbe } from "./health.ts";
import { ActLog } from "./history/act-log.ts";
import { noted } from "./history/noted.ts";
import { Instances } from "./instances/instances.ts";
import { Jobs } from "./jobs/jobs.ts";
import { StrictAudit } from "./history/strict-audit.ts";
import { OperationRecords } from "./history/operation-records.ts";
import { readDelays } from "./read-delays.ts";
import { readMeasurements } from "./read-measurements.ts";
import { readOverview } from "./read-overview.ts";
import { completionsIn } from "./scope/app-statistics.ts";

/** The services of the scheduler, without access checks. */
export interface Services {
  /** By name, with what is known of their methods: those of features that are missing, `null`. */
  readonly named: ReadonlyMap<ServiceName, NamedService | null>;
  /** The methods of the scheduler itself. */
  readonly own: Omit<PerRequester<MoJobScheduler>, "trigger" | "result" | "scoped" | "as">;
  readonly audit: PerRequester<AuditService>;
  /** Writes what is about to be done; `null` where that is not wanted. */
  readonly strict: StrictAudit | null;
}

export interface NamedService {
  readonly definition: ServiceDefinition;
  readonly service: object;
}

/** Builds the services of a tenant, once. */
export function createServices(engine: Engine, stopWaiting: WaitingFires): Services {
  const parts = partsOf(engine, stopWaiting);
  const named = new Map<ServiceName, NamedService | null>();
  for (const [name, definition] of definitionsOf(engine.features)) {
    const service = definition && noted(definition.create(parts), definition, parts);
    named.set(name, definition && service && { definition, service });
  }
  const find = <Name extends ServiceName>(name: Name) =>
    (named.get(name)?.service ?? missingService(name)) as PerRequester<MoJobScheduler[Name]>;
  return {
    named,
    own: noted(ownMethods(engine, parts, find("incidents")), { rules: OWN_RULES, acts: OWN_ACTS }, parts),
    audit: find("audit"),
    strict: parts.strict,
  };
}

function partsOf(engine: Engine, stopWaiting: WaitingFires): ServiceParts {
  const { tenant, store, clock } = engine;
  const workers = async (apps: AppSet): Promise<readonly ExecutorRecord[]> => {
    const online = await store.executors.list(tenant, liveSince(clock.now()), apps.only ?? undefined);
    return online.filter(({ app }) => apps.has(app));
  };
  const records = { actLog: new ActLog(engine), operationRecords: new OperationRecords(engine) };
  const isStrict = engine.scheduler.audit === AuditMode.Strict;
  const strict = isStrict ? new StrictAudit({ tenant, clock, actLog: records.actLog }) : null;
  const parts = { ...engine, ...records, stopWaiting, workers, strict };
  return { ...parts, jobs: new Jobs(parts), instances: new Instances(parts) };
}

function ownMethods(
  engine: Engine,
  parts: ServiceParts,
  incidents: Pick<PerRequester<IncidentService>, "counts">,
): Services["own"] {
  const { tenant, store, state, clock, ends } = engine;
  const { instances, workers } = parts;
  return {
    async ended(requester, id, options) {
      // To a caller who may not read it, a run of another app does not exist.
      if (!requester.apps.isAll) await instances.get(requester, id);
      return ends.wait(id, options);
    },
    acceptCallback: (_, id, token, report) => engine.callbacks.accept(id, token, report),
    workers: ({ apps }) => workers(apps),
    ...executorMethods(parts),
    controlPlanes: () => readControlPlanes(state, tenant),
    apps: (requester) => readApps(requester, parts),
    overview: (requester) => readOverview(requester, parts),
    delays: (requester) => readDelays(requester, engine),
    debugMode: async () => engine.debugMode.read(),
    completions: ({ apps }, since) => completionsIn(store.statistics, tenant, since, apps, { parts: false }),
    watch: askedWatch(engine),
    health: (_, options) => checkHealth(probesOf(engine), clock, options),
    metrics: async ({ apps }) => engine.metrics.read().filter(({ app }) => apps.has(app)),
    measurements: (requester) =>
      readMeasurements(requester, { ...parts, incidents, probes: probesOf(engine) }),
    standby: () => engine.standby(),
  };
}

/** The parts that can be unavailable. */
function probesOf({ store, state, healthChecks }: Engine): readonly HealthProbe[] {
  return [
    { name: "store", check: () => store.ping() },
    { name: "state", check: async () => void (await state.get(HEALTH_KEY)) },
    ...healthChecks,
  ];
}

/** A caller that sees some apps learns of their changes alone, and of runs what it may read of them. */
function askedWatch({ tenant, store }: Engine): Services["own"]["watch"] {
  return (requester, topics, notify) => {
    const { apps } = requester;
    const isHidden = hiddenFrom(requester);
    const listener: typeof notify = requester.readsAllPayloads
      ? notify
      : (changes) => notify(changes.map((change) => hideChange(change, isHidden)));
    const filter = { tenant, topics, ...(apps.only !== null && { app: apps.only }) };
    if (apps.isAll || apps.only !== null) return store.watch(filter, listener);
    return store.watch(filter, (changes) => {
      const own = changes.filter((change) => isOf(apps, change));
      if (own.length > 0) listener(own);
    });
  };
}

function hideChange(change: StoreChange, isHidden: (app: string) => boolean): StoreChange {
  if (change.topic !== "instance" || !isHidden(change.instance.app)) return change;
  return { ...change, instance: hideSummary(change.instance) };
}

/** A cancel names no app: to one who may see some apps only, it is not shown. */
function isOf(apps: AppSet, change: StoreChange): boolean {
  if (change.topic === "cancel") return false;
  return apps.has(change.topic === "instance" ? change.instance.app : change.app);
}

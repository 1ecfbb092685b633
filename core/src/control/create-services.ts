import type { AppSet } from "../access/app-set.ts";
import { HEALTH_KEY } from "../model/name/state-key.ts";
import { ActKind } from "../model/history/act.ts";
import { AuditMode } from "../model/option/scheduler-options.ts";
import type { WaitingFires } from "../model/option/value/waiting-fires.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import { liveSince } from "../placement/liveness.ts";
import type { StoreChange } from "../ports/store-watch.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import type { Asked } from "./access/asked.ts";
import type { ServiceName } from "./access/method-rule.ts";
import { hiddenFrom } from "./access/method-view.ts";
import { hideSummary } from "./payloads/hide-run.ts";
import { readAttention } from "./attention/attention.ts";
import type { Engine } from "./engine.ts";
import { readControlPlanes } from "./executors/control-planes.ts";
import { readApps } from "./executors/read-apps.ts";
import { checkHealth, type HealthProbe } from "./health.ts";
import { ActBook } from "./history/act-book.ts";
import { createAuditService } from "./history/create-audit-service.ts";
import { createHistoryService } from "./history/create-history-service.ts";
import { executorMethods } from "./history/noted/executor-methods.ts";
import { notedAlarms } from "./history/noted/noted-alarms.ts";
import { notedIncidents } from "./history/noted/noted-incidents.ts";
import { notedSecrets } from "./history/noted/noted-secrets.ts";
import { registrationChanges } from "./history/noted/registration-changes.ts";
import { Alarms } from "./incidents/alarms.ts";
import { Incidents } from "./incidents/incidents.ts";
import { Instances } from "./instances/instances.ts";
import { Jobs } from "./jobs/jobs.ts";
import { createOperationService } from "./create-operation-service.ts";
import { StrictAudit } from "./history/strict-audit.ts";
import { OperationLedger } from "./history/operation-ledger.ts";
import { Queue } from "./queue/queue.ts";
import { readDelays } from "./read-delays.ts";
import { readMeasurements } from "./read-measurements.ts";
import { readOverview } from "./read-overview.ts";
import { completionsIn } from "./scope/app-statistics.ts";
import { createExplanationService } from "./explain/create-explanation-service.ts";
import { createTenantService } from "./settings/create-tenant-service.ts";
import { createTaskService } from "./tasks/create-task-service.ts";
import { createScriptService } from "./scripts/create-script-service.ts";
import { createSecretService } from "./create-secret-service.ts";

/** What the scheduler does, before anybody asks. */
export type Services = { readonly [Name in ServiceName]: Asked<MoJobScheduler[Name]> } & {
  readonly own: Omit<Asked<MoJobScheduler>, "trigger" | "result" | "scoped" | "as">;
  /** Writes what is about to be done; `null` where that is not wanted. */
  readonly strict: StrictAudit | null;
};

/** Builds the services of a tenant, once. */
export function createServices(engine: Engine, stopWaiting: WaitingFires): Services {
  const { tenant, store, state, clock, ends } = engine;
  const workers = async (apps: AppSet): Promise<readonly ExecutorRecord[]> => {
    const online = await store.executors.list(tenant, liveSince(clock.now()), apps.only ?? undefined);
    return online.filter(({ app }) => apps.has(app));
  };
  const records = { book: new ActBook(engine), ledger: new OperationLedger(engine) };
  const isStrict = engine.scheduler.audit === AuditMode.Strict;
  const strict = isStrict ? new StrictAudit({ tenant, clock, book: records.book }) : null;
  const parts = { ...engine, ...records, stopWaiting, workers, strict };
  const [jobs, instances] = [new Jobs(parts), new Instances(parts)];
  const incidents = new Incidents(parts);
  return {
    strict,
    jobs,
    instances,
    queue: new Queue(parts),
    secrets: notedSecrets(createSecretService(parts), records.book),
    scripts: createScriptService({ ...parts, scripts: store.scripts, update: jobs.update.bind(jobs) }),
    history: createHistoryService(parts),
    audit: createAuditService(parts),
    operations: createOperationService({ ...parts, jobs, instances }),
    explanations: createExplanationService(parts),
    incidents: notedIncidents(new Incidents(parts), records.book),
    alarms: notedAlarms(new Alarms(parts), records.book),
    tasks: createTaskService({ ...parts, instances }),
    registry: askedRegistry(engine.registry, records.book),
    settings: createTenantService({ ...engine, book: records.book }),
    own: {
      async ended(asker, id, options) {
        // To a caller who may not read it, a run of another app does not exist.
        if (!asker.apps.isAll) await instances.get(asker, id);
        return ends.wait(id, options);
      },
      acceptCallback: (_, id, token, report) => engine.callbacks.accept(id, token, report),
      workers: ({ apps }) => workers(apps),
      ...executorMethods(parts),
      controlPlanes: () => readControlPlanes(state, tenant),
      apps: (asker) => readApps(asker, parts),
      overview: (asker) => readOverview(asker, parts),
      delays: (asker) => readDelays(asker, engine),
      debugMode: async () => engine.debugMode.read(),
      completions: ({ apps }, since) =>
        completionsIn(store.statistics, tenant, since, apps, { parts: false }),
      attention: (asker) => readAttention(asker, parts),
      watch: askedWatch(engine),
      health: (_, options) => checkHealth(probesOf(engine), clock, options),
      metrics: async ({ apps }) => engine.metrics.read().filter(({ app }) => apps.has(app)),
      measurements: (asker) => readMeasurements(asker, { ...parts, incidents, probes: probesOf(engine) }),
      standby: () => engine.standby(),
    },
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
  return (asker, topics, notify) => {
    const { apps } = asker;
    const isHidden = hiddenFrom(asker);
    const listener: typeof notify = asker.readsAllPayloads
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

function askedRegistry(registry: Engine["registry"], book: ActBook): Asked<Engine["registry"]> {
  return {
    defaults: () => registry.defaults(),
    declare: (_, job, defaults) => registry.declare(job, defaults),
    async check({ apps, scope }, keys, from) {
      const { names } = apps;
      if (names === null || (scope === null && from !== undefined && apps.has(from)))
        return registry.check(keys, from);
      // Only what none of its apps has is not registered, as far as the caller may know.
      let missing = keys;
      for (const app of names ?? []) missing = await registry.check(missing, app);
      return missing;
    },
    async register(asker, from, jobs, given) {
      asker.assertApp(from, `register jobs of app "${from}"`);
      const { by } = asker;
      const request = { ...given, by, ...(!asker.apps.isAll && { childrenOf: from }) };
      const results = await registry.register(from, jobs, request);
      const changes = registrationChanges(results);
      if (changes.length > 0) await book.noteDone(asker, { kind: ActKind.Register, app: from, changes });
      return results;
    },
  };
}

/** A cancel names no app: to one who may see some apps only, it is not shown. */
function isOf(apps: AppSet, change: StoreChange): boolean {
  if (change.topic === "cancel") return false;
  return apps.has(change.topic === "instance" ? change.instance.app : change.app);
}

import { liveSince } from "../placement/liveness.ts";
import { HEALTH_KEY } from "../model/name/state-key.ts";
import { Permission } from "../access/permission.ts";
import {
  assertPermission,
  assertPrincipal,
  CODE_PRINCIPAL,
  narrowPrincipal,
  type Principal,
  principalLabel,
} from "../access/principal.ts";
import { createGate, permittedInstances, permittedScheduler } from "./access/permitted-scheduler.ts";
import { WaitingFires } from "../model/pausing/waiting-fires.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import { readAttention } from "./attention/attention.ts";
import { readControlPlanes } from "./executors/control-planes.ts";
import { drainWorker } from "./executors/drain-worker.ts";
import { addExpected, listExpected, removeExpected } from "./executors/expected-executors.ts";
import { addExecutorKey, listExecutorKeys, removeExecutorKey } from "./executors/executor-keys.ts";
import { readApps } from "./executors/read-apps.ts";
import type { Engine } from "./engine.ts";
import { checkHealth } from "./health.ts";
import { createInstanceService } from "./instances/create-instance-service.ts";
import { createTrigger, resultOf } from "./instances/started-run.ts";
import { createJobService } from "./jobs/create-job-service.ts";
import { createScriptService } from "./scripts/create-script-service.ts";
import { createQueueService } from "./queue/create-queue-service.ts";
import { readDelays } from "./read-delays.ts";
import { readOverview } from "./read-overview.ts";
import { createSecretService } from "./secrets/create-secret-service.ts";
import { knownKey } from "../definition/app/own-key.ts";
import { assertWithinScope } from "./scope/assert-within-scope.ts";

/**
 * What callers use, over the parts of a tenant.
 * @param scope the one app it is limited to; `null` sees all
 * @param principal who asks through it
 */
export function createScheduler(
  engine: Engine,
  scope: string | null = null,
  principal: Principal = CODE_PRINCIPAL,
): MoJobScheduler {
  assertPrincipal(principal);
  const { tenant, store, state, clock, registry, ends } = engine;
  const by = principalLabel(principal);
  const { stopWaiting = WaitingFires.Hold } = engine.scheduler;
  const within = { ...engine, scope, by, stopWaiting };
  const app = scope ?? undefined;
  const codeApp = scope ?? engine.code?.app ?? null;
  const workers: MoJobScheduler["workers"] = () => store.executors.list(tenant, liveSince(clock.now()), app);
  const gate = createGate(principal, engine);
  const instances = createInstanceService({ ...within, workers });
  const jobs = createJobService({ ...within, workers });
  const ended: MoJobScheduler["ended"] = async (id, options) => {
    assertPermission(principal, Permission.ReadRuns);
    // Another app's run does not exist to a scoped caller.
    if (scope !== null) await instances.get(id);
    return ends.wait(id, options);
  };
  return permittedScheduler(
    {
      tenant,
      scope,
      principal,
      hasWorkflows: engine.runtime.findCarrier !== undefined,
      stopWaiting,
      registry: {
        ...registry,
        check: (keys, from) => registry.check(keys, scope ?? from),
        async register(from, jobs, given) {
          assertWithinScope(scope, from, `register jobs of app "${from}"`);
          return registry.register(from, jobs, {
            ...given,
            by,
            ...(scope !== null && { childrenOf: scope }),
          });
        },
      },
      // What a triggered run offers is checked too: who may trigger a run need not be allowed to cancel it.
      trigger: createTrigger(permittedInstances(instances, gate, { stopWaiting }), ended, codeApp, (key) =>
        codeApp === null ? key : knownKey(engine.cache, codeApp, key),
      ),
      result: async (id, options) => resultOf(await ended(id, options)),
      ended,
      jobs,
      instances,
      queue: createQueueService(within),
      secrets: createSecretService(within),
      scripts: createScriptService({ ...within, scripts: store.scripts, update: jobs.update }),
      acceptCallback: (id, token, report) => engine.callbacks.accept(id, token, report),
      workers,
      drainWorker: (id) => drainWorker(id, true, { ...within, workers }),
      undrainWorker: (id) => drainWorker(id, false, { ...within, workers }),
      expectedExecutors: (of) => listExpected(of, { ...within, workers }),
      expectExecutor: (of, request) => addExpected(of, request, { ...within, workers }),
      forgetExecutor: (of, name) => removeExpected(of, name, { ...within, workers }),
      executorKeys: (of) => listExecutorKeys(of, within),
      addExecutorKey: (of, request) => addExecutorKey(of, request, within),
      removeExecutorKey: (of, id) => removeExecutorKey(of, id, within),
      controlPlanes: () => readControlPlanes(state, tenant),
      apps: () => readApps({ ...within, workers }),
      overview: () => readOverview({ ...within, workers }),
      delays: () => readDelays({ ...engine, scope }),
      debugMode: async () => engine.debugMode.read(),
      completions: (since) => store.statistics.completions(tenant, since, app, { shards: false }),
      attention: () => readAttention({ ...within, workers }),
      watch: (topics, listener) =>
        store.watch({ tenant, topics, ...(app !== undefined && { app }) }, listener),
      health: (options) =>
        checkHealth(
          [
            { name: "store", check: () => store.ping() },
            { name: "state", check: async () => void (await state.get(HEALTH_KEY)) },
            ...engine.healthChecks,
          ],
          engine.clock,
          options,
        ),
      metrics: async () => engine.metrics.read(app),
      standby: engine.standby,
      scoped(only) {
        assertWithinScope(scope, only, `limit the scheduler to app "${only}"`);
        return createScheduler(engine, only, principal);
      },
      as: (other) => createScheduler(engine, scope, narrowPrincipal(principal, other)),
    },
    gate,
  );
}

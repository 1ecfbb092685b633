import {
  type Configuration,
  openDeployment,
  type OpenedDeployment,
  parseConfiguration,
  Role,
} from "@mojob/server";
import { connectMongodb } from "@mojob/mongodb";
import { openSqlite } from "@mojob/sqlite";
import { failAt } from "../faults/fail-points.ts";
import { EffectLedger } from "../ledger/effect-ledger.ts";
import { EXECUTOR_TOKEN } from "../executors/executor-calls.ts";
import { chaosJobs } from "./chaos-jobs.ts";
import { followIntoFile } from "../ledger/followed-runs.ts";
import { ownAdapter } from "@mojob/test-services/own-adapter";
import { ENDS_SETTLE_MS, endNow, readSettings, reportError } from "./program-settings.ts";

/** Opens what the supervisor asked for; the program ends when it is asked to. */
export async function openProgram({
  role = Role.All,
  maxConcurrentRuns = null,
}: {
  readonly role?: Role;
  readonly maxConcurrentRuns?: Configuration["maxConcurrentRuns"];
}): Promise<OpenedDeployment> {
  const { name, tenant, ledger, store, temporal, workflowBundle, failPoint } = readSettings();
  const platform = await ownAdapter();
  const configuration = parseConfiguration({
    MOJOB_APP: "chaos",
    MOJOB_TENANT: tenant,
    MOJOB_STORE: store,
    MOJOB_PORT: "0",
    MOJOB_LOCAL_ACCESS: "open",
    MOJOB_SHUTDOWN_GRACE_MS: "6000",
    ...(role !== Role.ControlPlane && { MOJOB_EXECUTORS: JSON.stringify({ chaos: [EXECUTOR_TOKEN] }) }),
    ...(temporal !== null && { MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}` }),
  });
  const deployment = await openDeployment(
    { ...configuration, maxConcurrentRuns },
    {
      platform,
      role,
      jobs: role === Role.ControlPlane ? [] : chaosJobs(new EffectLedger(ledger, name)),
      worker: { abortGraceMs: 500 },
      followers: role === Role.Worker ? [] : [followIntoFile(ledger)],
      async openStores() {
        const opened = await (configuration.store.kind === "sqlite"
          ? openSqlite(configuration.store.path)
          : connectMongodb(store, { endsSettleMs: ENDS_SETTLE_MS }));
        const { close, ...stores } = opened;
        return { stores: failAt(stores, failPoint), description: `in ${configuration.store.kind}`, close };
      },
      onError: reportError,
      ...(workflowBundle !== null && { workflowBundlePath: workflowBundle }),
    },
  );
  platform.onShutdownSignal(() => void deployment.close().then(endNow));
  return deployment;
}

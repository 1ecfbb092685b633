import { setTimeout as timer } from "node:timers/promises";
import type { MoJobScheduler, WorkerOptions } from "@mojob/core";
import { systemClock } from "@mojob/core/ports";
import { createManagementApp } from "@mojob/http";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import {
  type DistributedControlPlane,
  type StartControlPlaneOptions,
  startControlPlane,
} from "@mojob/runtime-temporal/control-plane";
import { type DistributedWorker, startWorker } from "@mojob/runtime-temporal/worker";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { ApiClient } from "./api-client.ts";
import { type DeploymentHarness, KEYS, PUBLIC_URL } from "./deployment.ts";
import { beatAfter, beatOf, cronOfBeats } from "./pace.ts";

const PATIENCE_MS = 45_000;
const LOOK_EVERY_MS = 10;
/** Temporal puts the most urgent first within a partition of a queue only; by default a queue has four. */
const ONE_PARTITION = {
  "matching.numTaskqueueReadPartitions": 1,
  "matching.numTaskqueueWritePartitions": 1,
};
/** Deployments with a schedule begin this long after a beat, so that a test knows how many there are in its time. */
const AFTER_BEAT_MS = 100;
/** The tenant and the deployment of the control plane that most tests share. */
const SHARED = "shared";

export interface TemporalHarness extends DeploymentHarness {
  /** Starts the servers. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  close(): Promise<void>;
}

/** What all deployments of a test file share: starting them for each would take most of its time. */
interface Shared {
  readonly plane: DistributedControlPlane;
  /** Keeps the thread of heartbeats, and with it the driver that the thread loaded. */
  readonly worker: DistributedWorker;
}

/** What serves one tenant. */
interface ServingPlane extends Running {
  readonly scheduler: MoJobScheduler;
  /** The name that its workers state. */
  readonly deployment: string;
}

/** Control planes and workers on Temporal and MongoDB, real servers and real time, a tenant for each deployment. */
export function createTemporalHarness(): TemporalHarness {
  const running: Running[] = [];
  let temporal: TemporalServer | null = null;
  let mongodb: MongodbServer | null = null;
  let stores: MongodbStores | null = null;
  let shared: Shared | null = null;
  let deployments = 0;
  const errors: unknown[] = [];
  const ofTenant = (tenant: string) => {
    if (temporal === null || stores === null) throw new Error("The harness was not started");
    return {
      tenant,
      store: stores.store,
      state: stores.state,
      temporal: { address: temporal.address, namespace: temporal.namespace },
      publicUrl: () => PUBLIC_URL,
      keys: KEYS,
      onError: (error: unknown) => void errors.push(error),
    };
  };
  /** The control plane of a tenant: one of its own where it has settings of its own. */
  const servePlane = async (
    tenant: string,
    scheduler: NonNullable<StartControlPlaneOptions["scheduler"]>,
  ): Promise<ServingPlane> => {
    if (shared === null || Object.keys(scheduler).length > 0) {
      const plane = await startControlPlane({ ...ofTenant(tenant), scheduler });
      return { scheduler: plane.scheduler, deployment: tenant, close: () => plane.close() };
    }
    const { deployment } = shared.plane;
    await deployment.addTenant(tenant);
    let removed: Promise<void> | null = null;
    return {
      scheduler: deployment.scheduler({ tenant }),
      deployment: SHARED,
      // A test that stops its deployment is cleaned up all the same.
      close: () => (removed ??= deployment.removeTenant(tenant)),
    };
  };
  const harness: TemporalHarness = {
    name: "Temporal and MongoDB",
    beatMs: 2000,
    isRealTime: true,
    async start() {
      [temporal, mongodb] = await Promise.all([
        // In a file: a call cut off at the wrong moment makes a server in memory return "interrupted" from then on.
        startTemporal({ durable: true, settings: ONE_PARTITION }),
        startMongodb(),
      ]);
      const url = new URL(mongodb.url);
      url.pathname = "/behaviour";
      // One process writes and reads: no end can still come before those that are there.
      stores = await connectMongodb(url.href, { endsSettleMs: 1000 });
      const [plane, worker] = await Promise.all([
        startControlPlane(ofTenant(SHARED)),
        startWorker({ ...ofTenant("shared-worker"), deployment: SHARED, app: "none", jobs: [] }),
      ]);
      shared = { plane, worker };
    },
    async open({ jobs, runners = [], scheduler = {}, worker = {}, others = [], shutdownGraceMs = 30_000 }) {
      const tenant = `t${(deployments += 1)}`;
      const plane = await servePlane(tenant, scheduler);
      running.push(plane);
      if (jobs.some(({ options }) => "cron" in options && options.cron === cronOfBeats(harness))) {
        const next = beatAfter(harness, systemClock.now()).getTime() + AFTER_BEAT_MS;
        await timer((next - systemClock.now().getTime()) % beatOf(harness));
      }
      const begin = (own: WorkerOptions): ReturnType<typeof startWorker> =>
        startWorker({
          ...ofTenant(tenant),
          deployment: plane.deployment,
          app: "behaviour",
          jobs,
          runners,
          worker: own,
          shutdownGraceMs,
          onWarning: () => {},
        });
      const worked = await begin(worker);
      running.push(worked);
      const left = new Map<string, Running>();
      for (const name of others) left.set(name, await begin({ ...worker, name }));
      running.push(...left.values());
      const app = createManagementApp(plane.scheduler, { clock: systemClock, registration: true });
      return {
        api: new ApiClient((request) => app.fetch(request, { peer: "127.0.0.1" })),
        now: () => systemClock.now(),
        elapse: (ms) => timer(ms),
        until: (what, check) =>
          until(what, check, { patienceMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS }).catch((cause: unknown) => {
            throw new AggregateError([cause, ...errors.slice(-1)], `It did not come: ${what}`);
          }),
        leave: (name) => left.get(name)?.close() ?? Promise.reject(new Error(`There is no worker "${name}"`)),
        async stop() {
          await Promise.all([...left.values()].map((other) => other.close()));
          await worked.close();
          await plane.close();
        },
      };
    },
    async cleanUp() {
      // Runs a test left at a gate must not hold it up.
      for (const one of running.splice(0)) void one.close();
    },
    async close() {
      await Promise.allSettled([shared?.plane.close(), shared?.worker.close()]);
      await Promise.allSettled([temporal?.close(), mongodb?.close()]);
    },
  };
  return harness;
}

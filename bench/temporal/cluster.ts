import {
  type IMoEventBus,
  isTerminal,
  type JobRegistration,
  type MoJobScheduler,
  type WorkerOptions,
} from "@mojob/core";
import type { EndFollower } from "@mojob/core/engine";
import type { IMoInstanceStore } from "@mojob/core/ports";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import type { MongodbServer } from "@mojob/test-services/mongodb";
import type { TemporalServer } from "@mojob/test-services/temporal";
import { pause } from "../embedded/figures.ts";

const LOOK_EVERY_MS = 5;
/** Longer than this nothing of the benchmarks takes. */
const GIVE_UP_AFTER_MS = 120_000;

export interface Servers {
  readonly temporal: TemporalServer;
  readonly mongodb: MongodbServer;
}

/** A control plane and a worker in this process, each with a connection of its own. */
export interface Cluster extends AsyncDisposable {
  readonly tenant: string;
  readonly scheduler: MoJobScheduler;
  /** The address of its database. */
  readonly database: string;
  /** Resolves when the store has acknowledged the end of this many runs. */
  ended(count: number): Promise<void>;
  /** Ends the control plane: nothing fires any more. */
  stopFiring(): Promise<void>;
}

/** How a benchmark's control plane and worker differ from what they are by default. */
export interface ClusterSettings {
  readonly bus?: IMoEventBus;
  readonly followers?: readonly EndFollower[];
  readonly worker?: WorkerOptions;
}

export async function startCluster(
  { temporal, mongodb }: Servers,
  name: string,
  jobs: readonly JobRegistration[],
  { bus, followers = [], worker: workerOptions = {} }: ClusterSettings = {},
): Promise<Cluster> {
  const database = mongodb.url.replace("/?", `/${name}?`);
  const [planeStores, workerStores] = [await connectMongodb(database), await connectMongodb(database)];
  const tally = { ended: 0 };
  const { address, namespace } = temporal;
  const shared = { tenant: name, temporal: { address, namespace }, ...(bus !== undefined && { bus }) };
  const { store, state } = planeStores;
  const plane = await startControlPlane({ ...shared, store, state, followers });
  const worker = await startWorker({
    ...shared,
    app: "bench",
    jobs,
    worker: workerOptions,
    store: overriding(workerStores.store, { instances: tallied(workerStores.store.instances, tally) }),
    state: workerStores.state,
    onWarning: () => {},
  });
  return {
    tenant: name,
    scheduler: plane.scheduler,
    database,
    async ended(count) {
      const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS;
      while (tally.ended < count) {
        if (performance.now() > giveUpAtMs) throw new Error(`Only ${tally.ended} of ${count} runs ended`);
        await pause(LOOK_EVERY_MS);
      }
    },
    stopFiring: () => plane.close(),
    async [Symbol.asyncDispose]() {
      await plane.close();
      await worker.close();
      await planeStores.close();
      await workerStores.close();
    },
  };
}

/** The same store, which also counts the ends it has acknowledged: asking it again and again would slow it down. */
function tallied(store: IMoInstanceStore, tally: { ended: number }): IMoInstanceStore {
  return overriding(store, {
    async update(changes) {
      const answers = await store.update(changes);
      changes.forEach(({ set: { state } }, index) => {
        if (answers[index] && state !== undefined && isTerminal(state)) tally.ended += 1;
      });
      return answers;
    },
  });
}

/** The object with some of its members replaced; the others stay bound to it. */
function overriding<Whole extends object>(whole: Whole, members: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (name in members) return Reflect.get(members, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

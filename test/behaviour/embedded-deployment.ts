import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";
import { CodeRunner } from "@mojob/core/engine";
import { createFakeClock } from "@mojob/core/testing";
import { createManagementApp } from "@mojob/http";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { until } from "@mojob/test-services/until";
import { ApiClient } from "./api-client.ts";
import { type DeploymentHarness, KEYS, PUBLIC_URL } from "./deployment.ts";

/** Looks without a time to pass; each lets all that is under way settle first. */
const MOST_LOOKS = 200;
const MOST_REPORTING_MS = 10_000;

/** Where an embedded deployment keeps things; the test's own, so that what was recorded can be read once it has stopped. */
export interface EmbeddedStores {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  /** @default in memory */
  readonly state?: IMoStateStore;
  /** Whether a call to a server is under way. @default none ever is */
  readonly isBusy?: () => boolean;
}

export interface EmbeddedHarnessOptions {
  /** @default "embedded" */
  readonly name?: string;
  /** @default that of the suite */
  readonly beatMs?: number;
  /** @default in memory */
  readonly openStores?: () => EmbeddedStores;
}

/** One process, and a clock that moves when a test says so. */
export function createEmbeddedHarness({
  name = "embedded",
  beatMs,
  openStores = () => ({ tenant: "default", store: new MetadataStoreInMemoryProvider() }),
}: EmbeddedHarnessOptions = {}): DeploymentHarness {
  const running: Embedded[] = [];
  return {
    name,
    ...(beatMs !== undefined && { beatMs }),
    async open({ jobs, runners = [], scheduler = {}, worker = {}, others = [], shutdownGraceMs = 30_000 }) {
      const { isBusy, ...stores } = openStores();
      // Ahead of the world's time: a server that removes what is old must not find these runs old.
      const clock = createFakeClock("2043-03-02T10:00:00.500Z", isBusy === undefined ? {} : { isBusy });
      const errors: unknown[] = [];
      const embedded = await startEmbedded({
        features: FEATURES,
        app: "behaviour",
        jobs,
        runners,
        ...stores,
        scheduler,
        worker,
        shutdownGraceMs,
        publicUrl: () => PUBLIC_URL,
        keys: KEYS,
        clock,
        onError: (error) => errors.push(error),
        onWarning: () => {},
      });
      running.push(embedded);
      const left = new Map<string, () => Promise<void>>();
      for (const name of others) {
        const executor = await embedded.executorHost().open({
          app: "behaviour",
          runtime: { name: "node", version: "24" },
          worker: { ...worker, name },
          runners: [new CodeRunner("behaviour", jobs, null), ...runners],
        });
        left.set(name, () => executor.close(shutdownGraceMs));
      }
      const app = createManagementApp(embedded.scheduler, { clock, registration: true });
      return {
        api: new ApiClient((request) => app.fetch(request, { peer: "127.0.0.1" })),
        now: () => clock.now(),
        elapse: (ms) => clock.advance(ms),
        async until(what, check) {
          for (let look = 0; look < MOST_LOOKS; look += 1) {
            const found = await check();
            if (found !== null && found !== undefined && found !== false) return found;
            await clock.settle();
          }
          // What a store reports of itself comes in its own time, which is no call that is under way.
          if (isBusy !== undefined) return until(what, check, { patienceMs: MOST_REPORTING_MS });
          throw new Error(
            `It did not come: ${what}${errors.length > 0 ? `; reported: ${String(errors.at(-1))}` : ""}`,
          );
        },
        leave: (name) => left.get(name)?.() ?? Promise.reject(new Error(`There is no worker "${name}"`)),
        async stop() {
          const state = { isStopped: false };
          const stopped = embedded.close().then(() => {
            state.isStopped = true;
          });
          // Time goes on while it drains.
          for (let look = 0; look < MOST_LOOKS && !state.isStopped; look += 1) await clock.advance(1000);
          await stopped;
        },
      };
    },
    async cleanUp() {
      for (const embedded of running.splice(0)) {
        // Runs a test left at a gate must not hold it up: nothing waits for a clock that stands still.
        void embedded.close();
      }
    },
  };
}

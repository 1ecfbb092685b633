import { describeMetadataStore, describeStateStore, uniqueName } from "@mojob/contract-tests";
import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core/ports";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll, describe, it } from "vitest";
import { connectMongodb, type MongodbStores } from "./connect-mongodb.ts";
import type { MongodbOptions } from "./connection/mongodb-options.ts";
import { eventually, untilTrue } from "@mojob/test-services/until";
import { databaseUrl } from "../fixtures/database-url.ts";

/** Ends are returned after this, and after the second it is in. */
const ENDS_SETTLE_MS = 1000;

/** Runs both suites against a server started for them. */
function describeStores(name: string, standalone: boolean, options: MongodbOptions = {}): void {
  describe(name, { timeout: 60_000 }, () => {
    const open = new Map<IMoJobScheduleMetadataStore | IMoStateStore, MongodbStores>();
    /** Connections that tests have given back: one that follows need not connect. */
    const idle: MongodbStores[] = [];
    const database = uniqueName("contract");
    let server: MongodbServer;
    beforeAll(async () => {
      server = await startMongodb({ standalone });
    });
    afterAll(async () => {
      for (const stores of idle) await stores.close();
      await server.close();
    });

    const connect = async (): Promise<MongodbStores> => {
      const stores = await connectMongodb(databaseUrl(server.url, database), {
        endsSettleMs: ENDS_SETTLE_MS,
        ...options,
      });
      open.set(stores.store, stores).set(stores.state, stores);
      return stores;
    };
    const giveBack = async (store: IMoJobScheduleMetadataStore): Promise<void> => {
      const stores = open.get(store);
      if (stores !== undefined) idle.push(stores);
    };

    describeMetadataStore(
      { describe, it },
      {
        open: async () => (idle.pop() ?? (await connect())).store,
        close: giveBack,
        until: untilTrue,
        passEnds: () => eventually(2 * ENDS_SETTLE_MS),
        isShared: true,
        givesSlotsOn: false,
        waitsOnArrival: false,
        propertyRuns: 6,
      },
    );
    describeStateStore(
      { describe, it },
      {
        open: async () => (await connect()).state,
        close: async (state) => open.get(state)?.close(),
        ttlMs: 400,
        pass: (ms) => eventually(ms),
      },
    );
  });
}

describeStores("on MongoDB", false);
describeStores("on MongoDB without a replica set", true, { pollMs: 50 });

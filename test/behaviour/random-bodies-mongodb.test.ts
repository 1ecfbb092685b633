import { uniqueName } from "@mojob/contract-tests";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll } from "vitest";
import { createDurableHarness } from "./durable-deployment.ts";
import { describeRandomBodies } from "./random-bodies.ts";

let server: MongodbServer;
let stores: MongodbStores;

beforeAll(async () => {
  server = await startMongodb();
  const url = new URL(server.url);
  url.pathname = `/${uniqueName("bodies")}`;
  // Its time is simulated, and the server's is not: ends are to be shown at once.
  stores = await connectMongodb(url.href, { endsSettleMs: 0 });
});

afterAll(async () => {
  await stores.close();
  await server.close();
});

describeRandomBodies(
  createDurableHarness("embedded on MongoDB", () => stores),
  { bodies: 50, atOnce: 25 },
);

import { uniqueName } from "@mojob/contract-tests";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll } from "vitest";
import { describeBehaviour } from "./behaviour.ts";
import { createMongodbHarness } from "./mongodb-deployment.ts";

/** A server that has to be built first takes minutes, once. */
const GET_READY_MS = 900_000;

let server: MongodbServer;
let stores: MongodbStores;

beforeAll(async () => {
  server = await startMongodb();
  const url = new URL(server.url);
  url.pathname = `/${uniqueName("behaviour")}`;
  stores = await connectMongodb(url.href);
}, GET_READY_MS);

afterAll(async () => {
  await stores.close();
  await server.close();
});

describeBehaviour(createMongodbHarness(() => stores));

import { uniqueName } from "@mojob/contract-tests";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll } from "vitest";
import { describeBehaviour } from "./behaviour.ts";
import { createDurableHarness } from "./durable-deployment.ts";

let server: MongodbServer;
let stores: MongodbStores;

beforeAll(async () => {
  server = await startMongodb();
  const url = new URL(server.url);
  url.pathname = `/${uniqueName("behaviour")}`;
  stores = await connectMongodb(url.href);
});

afterAll(async () => {
  await stores.close();
  await server.close();
});

describeBehaviour(createDurableHarness("embedded on MongoDB", () => stores));

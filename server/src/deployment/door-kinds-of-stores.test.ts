import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { describe } from "vitest";
import { describeKinds } from "../../fixtures/doors/describe-kinds.ts";
import { KINDS_OF_STORES } from "../../fixtures/doors/kinds.ts";
import { type Doors, openDoors } from "../../fixtures/doors/world.ts";

/** Each store and each runtime once, beside SQLite, where every kind of caller is tried in the quick list. */
const PLACES: readonly { readonly name: string; readonly open: () => Promise<Doors> }[] = [
  {
    name: "in memory",
    open: () => {
      const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
      const opened = { stores, description: "in memory", close: () => Promise.resolve() };
      return openDoors({ open: () => Promise.resolve(opened) });
    },
  },
  {
    name: "in MongoDB and on Temporal",
    async open() {
      const temporal = await startTemporal();
      const MOJOB_RUNTIME = `temporal://${temporal.address}/${temporal.namespace}`;
      return withServer(await openOnServers({ MOJOB_RUNTIME }), temporal);
    },
  },
];

async function openOnServers(environment: Readonly<Record<string, string>>): Promise<Doors> {
  const mongodb = await startMongodb();
  const store = new URL(mongodb.url);
  store.pathname = "/doors";
  return withServer(await openDoors({ environment: { ...environment, MOJOB_STORE: store.href } }), mongodb);
}

/** The same, with a server that ends with it. */
function withServer(world: Doors, server: { close(): Promise<unknown> }): Doors {
  return {
    ...world,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

describe.each(PLACES)("rights $name", ({ open }) => describeKinds(open, KINDS_OF_STORES));

import { createManagementApp } from "@mojob/http";
import { startControlPlane } from "@mojob/runtime-temporal/worker";
import { ownAdapter } from "../support/adapter.ts";
import { openStores, temporal } from "./places.ts";

// A control plane: decides what runs when and answers the API. Start as many as you like; they share the work.

const { serve, onShutdownSignal, environment } = await ownAdapter();
const { store, state, close } = await openStores();
const plane = await startControlPlane({ store, state, temporal });
const { fetch } = createManagementApp(plane.scheduler);
const port = Number(environment()["MOJOB_PORT"] ?? 7788);
const server = await serve(fetch, { hostname: "127.0.0.1", port });
console.log(`control plane: ${server.url}`);

onShutdownSignal(() => {
  void server
    .close()
    .then(() => plane.close())
    .then(() => close());
});

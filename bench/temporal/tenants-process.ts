import process from "node:process";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { pause } from "../embedded/figures.ts";

// A control plane of idle tenants in a process of its own; writes what it costs as JSON.

/** Starting takes work of its own, which is not what a tenant costs afterwards. */
const SETTLE_MS = 15_000;
const MEASURE_MS = 30_000;

const [count = "1", mongodb = "", address = "", namespace = ""] = process.argv.slice(2);
const stores = await connectMongodb(mongodb);
const tenants = Array.from({ length: Number(count) }, (_, index) => `of-${count}-${index}`);
const plane = await startControlPlane({ ...stores, tenants, temporal: { address, namespace } });
await pause(SETTLE_MS);
const [before, beganAtMs] = [process.cpuUsage(), performance.now()];
await pause(MEASURE_MS);
const { user, system } = process.cpuUsage(before);
const cpuShare = (user + system) / 1000 / (performance.now() - beganAtMs);
globalThis.gc?.();
console.log(JSON.stringify({ cpuShare, memoryBytes: process.memoryUsage().rss }));
await plane.close();
await stores.close();

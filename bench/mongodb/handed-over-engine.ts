import process from "node:process";
import { defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { preciseNow } from "../embedded/figures.ts";

// The process that runs the jobs: sends when it is ready, then when each of its runs began.

const [, , url = ""] = process.argv;
const stores = await connectMongodb(url);
const begun = defineTriggeredJob({
  key: "begun",
  maxConcurrency: null,
  execute: (calledAt: number) => void process.send?.({ calledAt, begunAt: preciseNow() }),
});
const embedded = await startEmbedded({ features: FEATURES, app: "bench", jobs: [begun], ...stores });
process.send?.("ready");
process.once("disconnect", () => void embedded.close().then(() => stores.close()));

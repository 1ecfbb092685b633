import process from "node:process";
import { defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { connectScheduler, startEmbedded } from "@mojob/runtime-local";

// Two processes on one store, here in one file: one runs jobs, the other is a web service that triggers and looks.
// `npm run services` starts a server to try it with.

const greet = defineTriggeredJob({ key: "elsewhere.greet", execute: (name: string) => `Hello ${name}` });

async function tell(url: string): Promise<void> {
  const worker = await connectMongodb(url);
  const { close } = await startEmbedded({ app: "elsewhere", jobs: [greet], ...worker });

  const service = await connectMongodb(url);
  const connected = await connectScheduler(service);
  const run = await connected.scheduler.trigger(greet, "Ada");
  console.log(`triggered: ${run.instance.state}`);
  console.log(`result: ${await run.result({ timeoutMs: 10_000 })}`);

  await connected.close();
  await service.close();
  await close();
  await worker.close();
}

const url = process.env["MOJOB_STORE"] ?? "";
if (url.startsWith("mongodb")) await tell(url);
else console.log("Set MOJOB_STORE to the address of a MongoDB server; npm run services starts one");

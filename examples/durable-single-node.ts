import process from "node:process";
import { defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";

// One process whose runs outlive it: the same scheduler, on MongoDB. `npm run services` starts a server to try it with.

const greet = defineTriggeredJob({
  key: "story.greet",
  execute: (name) => `Hello ${String(name)}`,
});

/** One life of the program: everything it knows comes from the database. */
async function live(url: string, use: (embedded: Embedded) => Promise<void>): Promise<void> {
  const { store, state, close } = await connectMongodb(url);
  const embedded = await startEmbedded({ app: "stories", jobs: [greet], store, state });
  await use(embedded);
  await embedded.close();
  await close();
}

async function tell(url: string): Promise<void> {
  let id = "";
  await live(url, async ({ scheduler }) => {
    const run = await scheduler.instances.trigger("story.greet", { args: "Ada", delayMs: 500 });
    id = run.id;
    console.log(`first life: ${run.state}, and the program ends`);
  });
  await live(url, async ({ scheduler }) => {
    const run = await scheduler.ended(id);
    console.log(`second life: ${run.state}, ${JSON.stringify(run.result)}`);
  });
}

const url = process.env["MOJOB_STORE"] ?? "";
if (url.startsWith("mongodb")) await tell(url);
else console.log("Set MOJOB_STORE to the address of a MongoDB server; npm run services starts one");

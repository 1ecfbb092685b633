import { setTimeout as wait } from "node:timers/promises";
import { defineTriggeredJob, isMoJobError, type JobInstance } from "@mojob/core";
import { reasonText } from "@mojob/core/words";
import { startEmbedded } from "@mojob/runtime-local";

// A waiting run is cancelled at once; a running one has its signal aborted, and ends when its code does.

const { promise: begun, resolve: begins } = Promise.withResolvers<void>();

const crawl = defineTriggeredJob({
  key: "story.crawl",
  execute: async (_args, { signal, log }) => {
    begins();
    try {
      await wait(60_000, null, { signal });
    } finally {
      log.info("closed the connection");
    }
  },
});

const { scheduler, close } = await startEmbedded({ app: "stories", inMemory: true, jobs: [crawl] });
const { instances } = scheduler;

function show(when: string, { state, reason }: JobInstance): void {
  console.log(
    `${when}: ${state}${state === "Cancelled" && reason !== null ? `, ${reasonText(reason)}` : ""}`,
  );
}

const later = await instances.trigger("story.crawl", { delayMs: 60_000 });
show("before it began", await instances.cancel(later.id, { reason: "not needed any more" }));

const { id } = await instances.trigger("story.crawl", {});
await begun;
show("asked while it runs", await instances.cancel(id, { reason: "wrong site" }));
show("once its code has ended", await scheduler.ended(id));
for (const { message } of await instances.logs(id, 0, 10)) console.log(`its log: ${message}`);

try {
  await instances.cancel(id);
} catch (error) {
  if (!isMoJobError(error)) throw error;
  console.log(`once more: ${error.code}`);
}

await close();

import { setTimeout as wait } from "node:timers/promises";
import { defineTriggeredJob } from "@mojob/core";
import { reasonText } from "@mojob/core/words";
import { startEmbedded } from "@mojob/runtime-local";

// At most two at once, over all workers; what comes while the job is full is skipped and says so.

let running = 0;
let most = 0;

const convert = defineTriggeredJob({
  key: "story.convert",
  maxConcurrency: 2,
  execute: async (_args, { signal }) => {
    running += 1;
    most = Math.max(most, running);
    await wait(200, null, { signal });
    running -= 1;
  },
});

const { scheduler, close } = await startEmbedded({ app: "stories", inMemory: true, jobs: [convert] });

const answers = await scheduler.instances.triggerMany("story.convert", [{}, {}, {}, {}]);
for (const { instance, problem } of answers) {
  if (problem !== undefined) throw new Error(problem.message);
  const { state, reason } = await scheduler.ended(instance.id);
  console.log(`${state}${state === "Skipped" && reason !== null ? `: ${reasonText(reason)}` : ""}`);
}
console.log(`most at once: ${most}`);

await close();

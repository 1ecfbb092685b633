import { setTimeout as wait } from "node:timers/promises";
import { defineTriggeredJob, type JobInstance } from "@mojob/core";
import { reasonText } from "@mojob/core/words";
import { startEmbedded } from "@mojob/runtime-local";

// What happens to a job that fails, to one that takes too long, and to one that comes too early.

const unsteady = defineTriggeredJob({
  key: "story.unsteady",
  retryCount: 2,
  retryIntervalMs: 100,
  execute: (_args, { attempt }) => {
    if (attempt < 3) throw new Error(`Attempt ${attempt} found the door closed`);
    return `attempt ${attempt} got in`;
  },
});

const hopeless = defineTriggeredJob({
  key: "story.hopeless",
  retryCount: 2,
  execute: () => {
    // A retry is no use, and the job knows.
    throw Object.assign(new Error("There is no such customer"), { retryable: false });
  },
});

const slow = defineTriggeredJob({
  key: "story.slow",
  timeoutMs: 200,
  // The signal aborts at the timeout; handed on, it ends what the job waits for.
  execute: (_args, { signal }) => wait(60_000, "never", { signal }),
});

const early = defineTriggeredJob({
  key: "story.early",
  execute: (_args, { attempt, snooze }) => {
    // Not there yet: ask again. This is no failure, and costs no retry.
    if (attempt === 1) snooze(100);
    return "the file is there";
  },
});

const { scheduler, close } = await startEmbedded({
  app: "stories",
  inMemory: true,
  jobs: [unsteady, hopeless, slow, early],
});

function show({ jobKey, state, attempt, history, result, error }: JobInstance): void {
  console.log(`${jobKey}: ${state} at attempt ${attempt}:`, error?.message ?? result);
  for (const { from, to, reason } of history.slice(1)) {
    console.log(`  ${from} -> ${to}${reason === null ? "" : `: ${reasonText(reason)}`}`);
  }
}

for (const key of ["story.unsteady", "story.hopeless", "story.slow", "story.early"]) {
  const { id } = await scheduler.instances.trigger(key, {});
  show(await scheduler.ended(id));
}

await close();

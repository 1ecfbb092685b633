import { type JobContext, recurring, RecurringJob, type RecurringJobOptions } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// A job that fires by its cron expression, to the second.

const { promise: firedTwice, resolve: enough } = Promise.withResolvers<void>();
let fires = 0;

class Heartbeat extends RecurringJob {
  static override readonly options: RecurringJobOptions = {
    key: "story.heartbeat",
    // Six fields, seconds first; with five it would be minutes.
    cron: "* * * * * *",
  };

  override execute({ instanceId }: JobContext): void {
    fires += 1;
    console.log(`fire ${fires}: ${instanceId}`);
    if (fires === 2) enough();
  }
}

const { scheduler, close } = await startEmbedded({
  app: "stories",
  inMemory: true,
  jobs: [recurring(Heartbeat)],
});
const { jobs } = scheduler;

await firedTwice;
const paused = await jobs.pause("story.heartbeat", { note: "seen enough" });
console.log(`paused, next fire: ${paused.nextFire?.toISOString() ?? "none"}`);

// What is stored wins over the code from the first registration on, and every change counts at once.
const edited = await jobs.update(
  "story.heartbeat",
  { cron: "0 30 9 * * MON-FRI", timeZone: "Europe/Berlin" },
  paused.definition.revision,
);
await jobs.resume("story.heartbeat");
const [next] = await jobs.upcoming("story.heartbeat", 1);
console.log(`edited ${edited.differsFromCode.map(({ field }) => field).join(" and ")}`);
console.log(`next fire in Berlin: ${next?.at.toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" })}`);

await close();

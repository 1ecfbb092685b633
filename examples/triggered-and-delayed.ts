import { isMoJobError, triggered, TriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

// A job that runs when asked, with arguments, now or later.

interface Greeting {
  readonly to: string;
  readonly times: number;
}

const greeting = v.strictObject({
  to: v.pipe(v.string(), v.minLength(1)),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});

class Greet extends TriggeredJob<Greeting> {
  static override readonly options: TriggeredJobOptions<Greeting> = {
    key: "story.greet",
    // Any Standard Schema checks the arguments; one that also says JSON Schema gives the API its description.
    args: toStandardJsonSchema(greeting),
  };

  override execute({ to, times }: Greeting): string {
    return Array.from({ length: times }, () => `Hello ${to}`).join(", ");
  }
}

const { scheduler, close } = await startEmbedded({
  app: "stories",
  inMemory: true,
  jobs: [triggered(Greet)],
});

const now = await scheduler.instances.trigger("story.greet", { args: { to: "Ada", times: 2 } });
console.log(`now: ${now.state}, then`, (await scheduler.ended(now.id)).result);

const asked = Date.now();
const later = await scheduler.instances.trigger("story.greet", { args: { to: "Grace" }, delayMs: 300 });
const { result } = await scheduler.ended(later.id);
console.log(`later: ${later.state}, then after ${Date.now() - asked} ms`, result);

// The same key always means the same run, however often it is asked.
const once = { args: { to: "Alan" }, idempotencyKey: "order-17" };
const first = await scheduler.instances.trigger("story.greet", once);
const second = await scheduler.instances.trigger("story.greet", once);
console.log(`twice: ${first.id === second.id ? "one run" : "two runs"}, ${second.id}`);

try {
  await scheduler.instances.trigger("story.greet", { args: { to: "Linus", times: 0 } });
} catch (error) {
  if (!isMoJobError(error)) throw error;
  console.log(`refused: ${error.code} at ${error.issues[0]?.pointer}`);
}

await close();

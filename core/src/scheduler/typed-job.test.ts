import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import { defineRecurringJob, defineTriggeredJob } from "../job/define-job.ts";
import type { JobContext } from "../job/job-context.ts";
import { recurring, triggered } from "../job/job-registration.ts";
import { RecurringJob } from "../job/recurring-job.ts";
import { TriggeredJob } from "../job/triggered-job.ts";
import type { JsonValue } from "../base/json.ts";
import type { StartedRun, TriggerJob } from "./started-run.ts";
import type { AsJson } from "./typed-job.ts";

// The compiler is the test here: a wrong type fails check:types. Nothing is called.

interface Mail {
  readonly to: string;
  readonly urgent?: boolean;
}

class SendMail extends TriggeredJob<Mail> {
  override execute({ to }: Mail): { readonly sentTo: string } {
    return { sentTo: to };
  }
}

class CloseDay extends RecurringJob {
  override execute(_context: JobContext): Promise<number> {
    return Promise.resolve(3);
  }
}

const withSchema = defineTriggeredJob({
  key: "with-schema",
  args: toStandardJsonSchema(v.strictObject({ to: v.string(), times: v.optional(v.number(), 1) })),
  execute: ({ to, times }) => to.repeat(times),
});
const withParameter = defineTriggeredJob({
  key: "with-parameter",
  execute: async (mail: Mail) => ({ sentTo: mail.to, at: new Date(0) }),
});
const withoutTypes = defineTriggeredJob({ key: "without-types", execute: (args) => args });
const heartbeat = defineRecurringJob({ key: "heartbeat", execute: () => {} });

const calls = (trigger: TriggerJob) => ({
  byClass: () => trigger(SendMail, { to: "ada" }, { delayMs: 5 }),
  bySchema: () => trigger(withSchema, { to: "ada" }),
  byParameter: () => trigger(withParameter, { to: "ada", urgent: true }),
  byText: () => trigger("mail.send", { anything: 1 }),
  untyped: () => trigger(withoutTypes, 17),
  untypedWithNone: () => trigger(withoutTypes),
  recurringClass: () => trigger(CloseDay),
  recurringClassAtOnce: () => trigger(CloseDay, null, { manual: true }),
  recurringValue: () => trigger(heartbeat),
  registeredClass: () => trigger(triggered(SendMail), { to: "ada" }),
  registeredRecurring: () => trigger(recurring(CloseDay)),
  refused: () => [
    // @ts-expect-error -- The arguments are another type's.
    trigger(SendMail, { to: 17 }),
    // @ts-expect-error -- The arguments are wanted.
    trigger(SendMail),
    // @ts-expect-error -- An argument that the schema does not know.
    trigger(withSchema, { to: "ada", tims: 2 }),
    // @ts-expect-error -- A recurring job takes none.
    trigger(CloseDay, { to: "ada" }),
    // @ts-expect-error -- A recurring job takes none.
    trigger(heartbeat, 5),
    // @ts-expect-error -- It is not a job.
    trigger(Date),
  ],
});
type Calls = ReturnType<typeof calls>;
type ResultOf<Name extends keyof Calls> = Calls[Name] extends () => Promise<StartedRun<infer Result>>
  ? Result
  : never;

test("scheduler.trigger() gives a run the type of its job's result", () => {
  expectTypeOf<ResultOf<"byClass">>().toEqualTypeOf<{ readonly sentTo: string }>();
  expectTypeOf<ResultOf<"bySchema">>().toEqualTypeOf<string>();
  expectTypeOf<ResultOf<"byParameter">>().toEqualTypeOf<{ readonly sentTo: string; readonly at: string }>();
  expectTypeOf<ResultOf<"byText">>().toEqualTypeOf<JsonValue>();
  expectTypeOf<ResultOf<"recurringClass">>().toEqualTypeOf<number>();
  expectTypeOf<ResultOf<"recurringValue">>().toEqualTypeOf<null>();
  expectTypeOf<ResultOf<"registeredClass">>().toEqualTypeOf<{ readonly sentTo: string }>();
});

test("AsJson is what JSON makes of a type", () => {
  expectTypeOf<AsJson<{ at: Date; note?: string; list: readonly Date[] }>>().toEqualTypeOf<{
    readonly at: string;
    readonly note?: string | undefined;
    readonly list: readonly string[];
  }>();
  expectTypeOf<AsJson<void>>().toEqualTypeOf<null>();
  expectTypeOf<AsJson<JsonValue>>().toEqualTypeOf<JsonValue>();
  expectTypeOf<AsJson<unknown>>().toEqualTypeOf<unknown>();
});

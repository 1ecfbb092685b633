import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { anInstance } from "../../fixtures/records.ts";
import type { JsonValue } from "../base/json.ts";
import { defineTriggeredJob } from "../job/define-job.ts";
import type { JobContext } from "../job/job-context.ts";
import { type JobRegistration, recurring, triggered } from "../job/job-registration.ts";
import { RecurringJob } from "../job/recurring-job.ts";
import { TriggeredJob } from "../job/triggered-job.ts";
import { JobCode } from "./job-code.ts";

class Ledger {
  readonly name = "ledger";
}

const CLOCK = Symbol("clock");

class CloseDay extends RecurringJob {
  static readonly inject: readonly [typeof Ledger, typeof CLOCK] = [Ledger, CLOCK];
  readonly #told: string;

  constructor(ledger: Ledger, clock: string) {
    super();
    this.#told = `${ledger.name} at ${clock}`;
  }

  override execute(): string {
    return this.#told;
  }
}

/** What the calls here pass on and no job here looks at. */
const context = {} as JobContext;

function call(
  registration: JobRegistration,
  container: Map<unknown, unknown> | null,
  args: JsonValue = null,
) {
  const code = new JobCode([registration], container);
  return code.call(anInstance({ jobKey: code.keys[0] ?? "", args }), context);
}

describe("JobCode", () => {
  test("builds an injected class through whatever container has a `get`", async () => {
    const container = new Map<unknown, unknown>([
      [Ledger, new Ledger()],
      [CLOCK, "noon"],
    ]);
    expect(await call(recurring(CloseDay), container)).toBe("ledger at noon");
  });

  test("looks dependencies up anew for each run", async () => {
    let lookups = 0;
    const container = { get: (token: never) => (token === CLOCK ? String((lookups += 1)) : new Ledger()) };
    const code = new JobCode([recurring(CloseDay)], container);
    const run = anInstance({ jobKey: "CloseDay" });
    expect([await code.call(run, context), await code.call(run, context)]).toEqual([
      "ledger at 1",
      "ledger at 2",
    ]);
  });

  test("says at the start what an injected class without container or factory lacks", () => {
    expect(() => new JobCode([recurring(CloseDay)], null)).toThrow(
      'Cannot build "CloseDay": it injects 2 dependencies; register it with a factory or give the worker a container',
    );
  });

  test("prefers a factory, which may take its time, and builds an object for each run", async () => {
    class Count extends TriggeredJob {
      #runs = 0;
      override execute(): number {
        return (this.#runs += 1);
      }
    }
    let built = 0;
    const registration = triggered(Count, async () => {
      await Promise.resolve();
      built += 1;
      return new Count();
    });
    const code = new JobCode([registration], null);
    const run = anInstance({ jobKey: "Count" });
    expect([await code.call(run, context), await code.call(run, context), built]).toEqual([1, 1, 2]);
  });

  test.each<[string, () => never]>([
    [
      "a factory that throws",
      () => {
        throw new Error("no object");
      },
    ],
  ])("fails the run for %s", async (_what, factory) => {
    await expect(call(recurring(CloseDay, factory), null)).rejects.toThrow("no object");
  });

  test("fails the run where the container does not know a token", async () => {
    await expect(call(recurring(CloseDay), new Map())).rejects.toThrow(TypeError);
  });

  test("hands the job what its schema outputs, and does not call it with what does not fit", async () => {
    const seen: unknown[] = [];
    const job = defineTriggeredJob({
      key: "greet",
      args: v.object({ to: v.string(), times: v.optional(v.number(), 1) }),
      execute: (args) => void seen.push(args),
    });
    await call(job, null, { to: "ada" });
    await expect(call(job, null, { to: 5 })).rejects.toMatchObject({ code: "invalid_args" });
    expect(seen).toEqual([{ to: "ada", times: 1 }]);
  });

  test("refuses a job it has no code for", async () => {
    const code = new JobCode([], null);
    expect([code.has("mail.send"), code.keys, code.argsSchema("mail.send")]).toEqual([false, [], null]);
    await expect(code.call(anInstance(), context)).rejects.toThrow(
      'Cannot run job "mail.send": this worker has no code for it',
    );
  });
});

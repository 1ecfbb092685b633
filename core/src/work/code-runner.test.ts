import * as v from "valibot";
import { beforeEach, describe, expect, test } from "vitest";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import type { JsonValue } from "../base/json.ts";
import type { Container } from "../job/container.ts";
import { defineTriggeredJob } from "../job/define-job.ts";
import type { JobContext } from "../job/job-context.ts";
import { type JobRegistration, recurring, triggered } from "../job/job-registration.ts";
import { RecurringJob } from "../job/recurring-job.ts";
import { TriggeredJob } from "../job/triggered-job.ts";
import type { WorkAttempt } from "../ports/work-runner.ts";
import { CodeRunner } from "./code-runner.ts";

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

const onAbandon = (): void => {};

/** What the calls here pass on and no job here looks at. */
const context = {} as JobContext;

/** An attempt of a job with this handler. */
function attemptOn(handler: string, args: JsonValue = null): WorkAttempt<JobContext> {
  const definition = aDefinition({ key: "any.job", work: { kind: "code", handler } });
  return { definition, instance: anInstance({ jobKey: "any.job", args }), context, claim: "c", onAbandon };
}

function call(registration: JobRegistration, container: Container | null, args: JsonValue = null) {
  const code = new CodeRunner("ledger", [registration], container);
  return code.run(attemptOn(code.handlers[0] ?? "", args));
}

describe("CodeRunner", () => {
  test("refuses a class that was not wrapped, and says what to write", () => {
    // @ts-expect-error -- The compiler refuses it, too.
    const take = (): CodeRunner => new CodeRunner("ledger", [CloseDay], null);
    expect(take).toThrow(
      'Cannot register class "CloseDay" as it is: write jobs: [triggered(CloseDay)], or recurring(CloseDay) where it has a schedule',
    );
  });

  test.each<[string, unknown, RegExp]>([
    [
      "a function",
      function sendMail() {},
      /^Cannot register function "sendMail" as it is: .*execute: sendMail \}\)\]$/,
    ],
    [
      "an object with execute",
      { key: "a", execute() {} },
      /^Cannot register an object with "execute" as it is: .*define/,
    ],
    [
      "another object",
      { key: "a" },
      /^Cannot register an object with the members \["key"\] as a job: triggered\(\)/,
    ],
    ["an import that is not there", undefined, /^Cannot register undefined as a job: triggered\(\)/],
  ])("refuses %s, and says what to write", (_what, given, message) => {
    expect(() => new CodeRunner("ledger", [given as never], null)).toThrow(
      expect.objectContaining({ code: "invalid_argument", message: expect.stringMatching(message) }),
    );
  });

  test("builds an injected class through whatever container has a `get`", async () => {
    const container = new Map<unknown, unknown>([
      [Ledger, new Ledger()],
      [CLOCK, "noon"],
    ]);
    expect(await call(recurring(CloseDay), container)).toBe("ledger at noon");
  });

  test("resolves dependencies again for each run", async () => {
    let lookups = 0;
    const container = { get: (token: never) => (token === CLOCK ? String((lookups += 1)) : new Ledger()) };
    const code = new CodeRunner("ledger", [recurring(CloseDay)], container);
    const run = attemptOn("ledger.CloseDay");
    expect([await code.run(run), await code.run(run)]).toEqual(["ledger at 1", "ledger at 2"]);
  });

  test("says at the start what an injected class without container or factory lacks", () => {
    expect(() => new CodeRunner("ledger", [recurring(CloseDay)], null)).toThrow(
      expect.objectContaining({
        code: "invalid_configuration",
        message:
          'Cannot build "CloseDay": it injects Ledger, Symbol(clock); register it with a factory or give the worker a container',
      }),
    );
  });

  test("says at the start which token the container does not know, asking it or trying it", async () => {
    const known = new Map<unknown, unknown>([[Ledger, new Ledger()]]);
    const message = 'Cannot inject Symbol(clock) of "CloseDay": the container does not provide it';
    const asked = new CodeRunner("ledger", [recurring(CloseDay)], known);
    await expect(asked.check()).rejects.toMatchObject({ code: "invalid_configuration", message });
    const cause = new Error("no provider");
    const get = (token: never): unknown => known.get(token) ?? Promise.reject(cause);
    const tried = new CodeRunner("ledger", [recurring(CloseDay)], { get });
    await expect(tried.check()).rejects.toMatchObject({ code: "invalid_configuration", message, cause });
    await new CodeRunner("ledger", [recurring(CloseDay)], new Map(known).set(CLOCK, "noon")).check();
  });

  test("awaits what a provider promises", async () => {
    const container = { get: async (token: never) => (token === CLOCK ? "noon" : new Ledger()) };
    expect(await call(recurring(CloseDay), container)).toBe("ledger at noon");
  });

  describe("after a run", () => {
    const DATABASE = Symbol("database");
    let happened: string[];
    let scopes: number;
    const container: Container = {
      get: () => "from outside the scope",
      has: (token) => token === DATABASE,
      createScope: async () => {
        const name = `scope ${(scopes += 1)}`;
        return {
          get: () => name,
          [Symbol.asyncDispose]: async () => void happened.push(`${name} disposed`),
        };
      },
    };
    class Import extends TriggeredJob<boolean> {
      static readonly inject: readonly [typeof DATABASE] = [DATABASE];
      readonly #database: string;
      constructor(database: string) {
        super();
        this.#database = database;
      }
      override execute(fails: boolean): string {
        happened.push(`ran in ${this.#database}`);
        if (fails) throw new Error("failed");
        return this.#database;
      }
      async [Symbol.asyncDispose](): Promise<void> {
        happened.push("job disposed");
      }
    }
    beforeEach(() => {
      happened = [];
      scopes = 0;
    });

    test("the job, then the scope of its dependencies is disposed of, and the next run has its own", async () => {
      const code = new CodeRunner("ledger", [triggered(Import)], container);
      await code.check();
      expect(scopes).toBe(0);
      expect(await code.run(attemptOn("ledger.Import", false))).toBe("scope 1");
      await expect(code.run(attemptOn("ledger.Import", true))).rejects.toThrow("failed");
      expect(happened).toEqual([
        "ran in scope 1",
        "job disposed",
        "scope 1 disposed",
        "ran in scope 2",
        "job disposed",
        "scope 2 disposed",
      ]);
    });

    test("an object of a factory is disposed of, also one that can only do so at once", async () => {
      class Plain extends TriggeredJob {
        override execute(): null {
          return null;
        }
        [Symbol.dispose](): void {
          happened.push("plain disposed");
        }
      }
      await call(
        triggered(Plain, () => new Plain()),
        null,
      );
      expect(happened).toEqual(["plain disposed"]);
    });

    test("the scope of a job that could not be built is disposed of", async () => {
      const broken: Container = {
        get: () => null,
        createScope: () => ({
          get: () => Promise.reject(new Error("no database")),
          [Symbol.dispose]: () => void happened.push("scope disposed"),
        }),
      };
      await expect(call(triggered(Import), broken as never)).rejects.toThrow("no database");
      expect(happened).toEqual(["scope disposed"]);
    });

    test("a disposal that fails fails the run, and hides no earlier failure", async () => {
      class Leaky extends TriggeredJob<boolean> {
        override execute(fails: boolean): null {
          if (fails) throw new Error("failed");
          return null;
        }
        [Symbol.asyncDispose](): Promise<void> {
          return Promise.reject(new Error("still open"));
        }
      }
      await expect(call(triggered(Leaky), null, false)).rejects.toThrow("still open");
      await expect(call(triggered(Leaky), null, true)).rejects.toThrow("failed");
    });
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
    const code = new CodeRunner("ledger", [registration], null);
    const run = attemptOn("ledger.Count");
    expect([await code.run(run), await code.run(run), built]).toEqual([1, 1, 2]);
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
    const code = new CodeRunner("ledger", [], null);
    const { definition } = attemptOn("mail.send");
    expect([code.canRun(definition), code.handlers, code.argsSchema(definition)]).toEqual([false, [], null]);
    await expect(code.run(attemptOn("mail.send"))).rejects.toThrow(
      'Cannot run job "any.job": this worker has no code for it',
    );
  });

  test("takes several jobs by one handler, and none of another kind of work", () => {
    const code = new CodeRunner("ledger", [defineTriggeredJob({ key: "greet", execute: () => null })], null);
    const work = { kind: "code", handler: "greet" } as const;
    expect(["greet", "greet.early"].map((key) => code.canRun(aDefinition({ key, work })))).toEqual([
      true,
      true,
    ]);
    expect(code.canRun(aDefinition({ key: "greet", work: { kind: "command", argv: ["greet"] } }))).toBe(
      false,
    );
  });
});

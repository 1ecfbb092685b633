import { AUTHOR_NUMBERS } from "@mojob/core/engine";
import {
  appName,
  declaredJob,
  type DeclaredJobJson,
  flag,
  json,
  jobKey,
  line,
  listOf,
  oneOf,
  type Parser,
  strictObject,
  text,
  wholeNumber,
} from "@mojob/http/extension";
import * as v from "valibot";
import { LeaseOutcome, type LeaseResult, LONGEST_POLL_MS, MOST_ITEMS, SHORTEST_POLL_MS } from "./protocol.ts";

const DELAY_MOST_MS = 365 * 24 * 60 * 60 * 1000;
const LONGEST_DELAY_MS = 60 * 60 * 1000;
const BODY_TEXT = 1_000_000;
/** A claim and a run's id. */
const LONGEST_LEASE = 1024;

export interface Registration {
  readonly app: string;
  readonly jobs?: DeclaredJobJson[] | undefined;
  readonly isComplete?: boolean | undefined;
  readonly handlers?: string[] | undefined;
  readonly limit?: number | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly tags?: string[] | undefined;
  readonly host?: string | undefined;
  readonly pid?: number | undefined;
  readonly runtime?: { readonly name: string; readonly version: string } | undefined;
  readonly leases?: string[] | undefined;
}

interface OfExecutor {
  readonly executor: string;
}

interface Usage {
  readonly processorMs: number;
  readonly memoryBytes: number;
  readonly loopDelayMs?: number | undefined;
  readonly loopDelayP99Ms?: number | undefined;
}

interface LogLine {
  readonly lease: string;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
}

interface ProgressNote {
  readonly lease: string;
  readonly fraction: number;
  readonly message?: string | undefined;
}

const described = <Value>(schema: Parser<Value>, description: string): Parser<Value> =>
  v.pipe(schema, v.description(description));

const executorId = described(text(256, 1), "As `register` returned it");
const lease = described(text(LONGEST_LEASE, 1), "As `poll` returned it");

export const registration: Parser<Registration> = strictObject({
  app: appName,
  jobs: v.optional(
    described(
      listOf(declaredJob, MOST_ITEMS),
      "Jobs that the executor's code declares; they are registered with the call",
    ),
  ),
  isComplete: v.optional(
    described(
      flag(),
      "Whether these are all the jobs that the code of the app declares: others that were among them before stop firing, once no executor with their code has been there for 30 s. Without it: false",
    ),
  ),
  handlers: v.optional(
    described(
      listOf(jobKey, MOST_ITEMS),
      "Handlers it has beside those jobs, for jobs that were made in the panel or with the API",
    ),
  ),
  limit: v.optional(described(wholeNumber(1, 100_000), "Runs it takes at once. Without it: 16")),
  name: v.optional(described(line(100, 1), "What people call it")),
  description: v.optional(described(line(500, 1), "What it is for")),
  version: v.optional(described(line(100, 1), "The version of the app's code")),
  labels: v.optional(
    described(
      v.record(v.string(), text(256)) as Parser<Record<string, string>>,
      "Texts by name, such as `region`",
    ),
  ),
  tags: v.optional(listOf(line(64, 1), 32)),
  host: v.optional(described(line(255, 1), "The machine's name")),
  pid: v.optional(described(wholeNumber(0, 2 ** 32), "The process's id")),
  runtime: v.optional(strictObject({ name: line(64, 1), version: line(64) })),
  leases: v.optional(
    described(
      listOf(lease, MOST_ITEMS),
      "Those of the runs that it executes or has ended without a response, where it registers again because its gateway was gone",
    ),
  ),
});

export const registered: Parser<unknown> = v.object({
  executor: v.pipe(v.string(), v.description("Its id: every other call names it")),
  heartbeatMs: v.pipe(v.number(), v.description("How often to send a heartbeat")),
  silentMs: v.pipe(v.number(), v.description("After this long without any call the executor is lost")),
  registrations: v.array(
    v.object({
      key: v.string(),
      outcome: v.string(),
      fields: v.array(v.string()),
      storedAs: v.optional(
        v.pipe(
          v.string(),
          v.description("The job's key here, where another app has a job of the key that was declared"),
        ),
      ),
    }),
  ),
  resumed: v.pipe(
    v.array(v.object({ lease: v.string(), renewed: v.string() })),
    v.description("Which of its `leases` go on, and what each is from now on; end the other runs"),
  ),
});

export const poll: Parser<
  OfExecutor & {
    readonly max: number;
    readonly waitMs?: number | undefined;
    readonly ack?: number | undefined;
  }
> = strictObject({
  executor: executorId,
  max: described(wholeNumber(1, MOST_ITEMS), "How many more runs it has room for"),
  waitMs: v.optional(
    described(
      wholeNumber(SHORTEST_POLL_MS, LONGEST_POLL_MS),
      "How long to wait for the first. Without it: 10,000",
    ),
  ),
  ack: v.optional(
    described(
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      "`batch` of the last response that arrived; a batch without it is sent again",
    ),
  ),
});

export const polled: Parser<unknown> = v.object({
  batch: v.pipe(v.number(), v.description("To be sent as `ack` with the next poll")),
  draining: v.pipe(v.boolean(), v.description("It gets no more runs: finish those it has, then leave")),
  runs: v.array(
    v.object({
      lease: v.pipe(v.string(), v.description("Fences the attempt: every call about it names this")),
      id: v.pipe(v.string(), v.description("The run, the same for every attempt")),
      jobKey: v.string(),
      handler: v.pipe(
        v.string(),
        v.description("What to call; the job's key, unless the job says otherwise"),
      ),
      attempt: v.number(),
      args: v.pipe(v.unknown(), v.description("Any JSON value")),
      timeoutMs: v.number(),
      shard: v.pipe(
        v.object({ index: v.number(), total: v.number() }),
        v.description("Which part of a broadcast it is, from 0; a whole run is part 0 of 1"),
      ),
      callbackUrl: v.pipe(
        v.nullable(v.string()),
        v.description("Where what it has started reports its end, for a job that waits for that"),
      ),
      trigger: v.object({
        type: v.string(),
        nominalTime: v.nullable(v.string()),
        schedule: v.pipe(v.nullable(v.string()), v.description("The named schedule that fired it")),
        traceparent: v.pipe(
          v.nullable(v.string()),
          v.description("The trace that the run belongs to, as W3C Trace Context writes it"),
        ),
      }),
    }),
  ),
});

export const heartbeat: Parser<
  OfExecutor & {
    readonly waitMs?: number | undefined;
    readonly leases?: string[] | undefined;
    readonly usage?: Usage | undefined;
  }
> = strictObject({
  executor: executorId,
  waitMs: v.optional(
    described(
      wholeNumber(0, LONGEST_POLL_MS),
      "How long to wait for a run that is to end, at most `heartbeatMs`. Without it: 0",
    ),
  ),
  leases: v.optional(described(listOf(lease, 100_000), "The leases that it holds")),
  usage: v.optional(
    strictObject({
      processorMs: described(
        wholeNumber(0, Number.MAX_SAFE_INTEGER),
        "Processor time of the program since it began, of all its threads",
      ),
      memoryBytes: described(wholeNumber(0, Number.MAX_SAFE_INTEGER), "Its resident memory"),
      loopDelayMs: v.optional(
        described(
          wholeNumber(0, LONGEST_DELAY_MS),
          "The longest delay of its event loop since the heartbeat before, for a program that has one",
        ),
      ),
      loopDelayP99Ms: v.optional(
        described(wholeNumber(0, LONGEST_DELAY_MS), "The delay that 99 % of its turns kept below"),
      ),
    }),
  ),
});

export const heartbeatResponse: Parser<unknown> = v.object({
  draining: v.boolean(),
  abort: v.pipe(
    v.array(v.object({ lease: v.string(), reason: v.string(), message: v.string() })),
    v.description("Runs to end now, each until it is settled: `timeout`, `cancelled` or `worker_shutdown`"),
  ),
  lost: v.pipe(
    v.array(v.string()),
    v.description("Leases it does not hold any more: end their runs, nothing of them counts"),
  ),
});

export const log: Parser<OfExecutor & { readonly lines: LogLine[] }> = strictObject({
  executor: executorId,
  lines: listOf(
    strictObject({ lease, level: oneOf(["debug", "info", "warn", "error"]), message: text(BODY_TEXT) }),
    MOST_ITEMS,
  ),
});

export const progress: Parser<OfExecutor & { readonly progress: ProgressNote[] }> = strictObject({
  executor: executorId,
  progress: listOf(
    strictObject({
      lease,
      fraction: v.pipe(
        v.number("must be a number"),
        v.minValue(0, "must be at least 0"),
        v.maxValue(1, "must be at most 1"),
      ),
      message: v.optional(text(BODY_TEXT)),
    }),
    MOST_ITEMS,
  ),
});

export const lost: Parser<unknown> = v.object({
  lost: v.pipe(v.array(v.string()), v.description("Leases it does not hold any more")),
});

const result: Parser<LeaseResult> = v.variant(
  "status",
  [
    v.strictObject({ lease, status: v.literal("succeeded"), result: v.optional(json) }),
    v.strictObject({
      lease,
      status: v.literal("failed"),
      message: text(BODY_TEXT),
      code: v.optional(described(line(100, 1), "What the job's option `retryOn` can name")),
      number: v.optional(
        described(
          wholeNumber(AUTHOR_NUMBERS.min, AUTHOR_NUMBERS.max),
          "The author's number of the error, of the domains 90 to 99: `-1 DD SS CCC EEE`",
        ),
      ),
      stack: v.optional(text(BODY_TEXT)),
      retryable: v.optional(described(flag(), "Whether trying again is of use. Without it: true")),
    }),
    v.strictObject({
      lease,
      status: v.literal("snoozed"),
      delayMs: described(wholeNumber(1, DELAY_MOST_MS), "When to run it again"),
    }),
  ],
  "must have a status: succeeded, failed or snoozed",
);

export const settle: Parser<OfExecutor & { readonly results: LeaseResult[] }> = strictObject({
  executor: executorId,
  results: listOf(result, MOST_ITEMS, 1),
});

export const settled: Parser<unknown> = v.object({
  results: v.array(
    v.object({
      lease: v.string(),
      outcome: v.pipe(
        v.picklist(Object.values(LeaseOutcome)),
        v.description(
          "What was recorded; `refused` where the executor does not hold the lease, so that nothing was changed",
        ),
      ),
    }),
  ),
});

export const only: Parser<OfExecutor> = strictObject({ executor: executorId });

export const running: Parser<unknown> = v.object({
  running: v.pipe(v.number(), v.description("Runs it still holds")),
});

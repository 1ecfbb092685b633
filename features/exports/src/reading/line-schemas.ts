import { type JobInstance, JobKind } from "@mojob/core";
import {
  type ArchivedFile,
  type ArchiveSource,
  EXPORT_PARTS,
  type ExportCounts,
  Payload,
} from "@mojob/core/engine";
import {
  JOB_STATES,
  type JsonObject,
  laneOf,
  LogLevel,
  type Reason,
  ReasonCode,
  TriggerType,
  MOST_USAGE_STEPS,
} from "@mojob/core/ports";
import { failureText, reasonText } from "@mojob/core/words";
import * as v from "valibot";
import { FORMAT, FORMAT_VERSION } from "../format/lines.ts";

const LONGEST_ID = 1000;
const LONGEST_TEXT = 4 * 1024 * 1024;
const DEEPEST = 64;
const MOST_VALUES = 200_000;
/** Characters that no name has: they change what a text looks like, or what it is taken for. */
const UNFIT = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const SHA256 = /^[0-9a-f]{64}$/;
const LANGUAGES = ["en", "zh"] as const;

const name = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LONGEST_ID),
  v.check((text) => !UNFIT.test(text), "a name without control characters is wanted"),
);
const text = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));
const short = v.pipe(v.string(), v.maxLength(2000));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const amountOrNull = v.nullable(amount);
const steps = v.pipe(v.array(amount), v.maxLength(MOST_USAGE_STEPS));
const instant = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/,
    "a time in UTC is wanted: 2026-11-30T09:00:00.000Z",
  ),
  v.transform((given) => new Date(given)),
  v.check((date) => !Number.isNaN(date.getTime()), "a time that exists is wanted"),
);
const instantOrNull = v.nullable(instant);
const sha256 = v.pipe(v.string(), v.regex(SHA256, "a SHA-256 in hexadecimal digits is wanted"));
/** Any JSON, to a depth and a number of values that can be shown. */
const json = v.pipe(
  v.unknown(),
  v.check(
    (value) => isBounded(value),
    `JSON of at most ${DEEPEST} levels and ${MOST_VALUES} values is wanted`,
  ),
);
const object = v.pipe(
  json,
  v.check(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "an object is wanted",
  ),
);
const names = v.nullable(v.pipe(v.array(name), v.maxLength(10_000)));

const parameters = v.optional(object);
const failure = v.strictObject({
  code: short,
  number: v.optional(v.pipe(v.number(), v.safeInteger())),
  message: text,
  parameters,
  stack: v.optional(text),
});
/** The sentences of it are made here: what cannot be said is no reason. */
const reason = v.nullable(
  v.pipe(
    v.strictObject({ code: v.picklist(Object.values(ReasonCode)), parameters }),
    v.check(
      (given) => isSaid((language) => reasonText(given as Reason, language)),
      "the parameters of a reason are wanted that make its sentence",
    ),
  ),
);
const error = v.nullable(
  v.pipe(
    failure,
    v.check(
      (given) => isSaid((language) => failureText(given as never, language)),
      "the parameters of a failure are wanted that make its sentence",
    ),
  ),
);
const state = v.picklist(JOB_STATES);

const history = v.strictObject({
  at: instant,
  from: v.nullable(state),
  to: state,
  attempt: whole,
  worker: v.nullable(short),
  reason,
});

const run = v.strictObject({
  id: name,
  app: name,
  jobKey: name,
  kind: v.picklist(Object.values(JobKind)),
  state,
  reason,
  trigger: v.strictObject({
    type: v.picklist(Object.values(TriggerType)),
    nominalTime: v.optional(instant),
    schedule: v.optional(short),
    by: v.optional(short),
    of: v.optional(name),
    depth: v.optional(whole),
    version: v.optional(whole),
    traceparent: v.optional(short),
  }),
  part: v.nullable(v.strictObject({ of: name, name: short })),
  shard: v.nullable(whole),
  priority: whole,
  args: json,
  argsPreview: v.nullable(short),
  scheduledFor: instantOrNull,
  createdAt: instant,
  updatedAt: instant,
  enqueuedAt: instantOrNull,
  startedAt: instantOrNull,
  completedAt: instantOrNull,
  attempt: whole,
  retryCount: whole,
  retryAt: instantOrNull,
  worker: v.nullable(short),
  abandoned: v.nullable(v.strictObject({ attempt: whole, worker: short, at: instant })),
  routing: v.nullable(object),
  cancelRequestedAt: instantOrNull,
  cancelReason: reason,
  progress: v.nullable(v.strictObject({ fraction: v.number(), message: v.nullable(text), at: instant })),
  usage: v.optional(
    v.nullable(v.strictObject({ attempt: whole, cpuMs: amountOrNull, peakMemoryBytes: amountOrNull })),
    null,
  ),
  usageSeries: v.optional(
    v.nullable(v.strictObject({ everyMs: amount, cpu: steps, memoryBytes: steps })),
    null,
  ),
  result: json,
  error,
  errorSummary: v.nullable(short),
  missed: v.nullable(v.strictObject({ count: whole, from: instant, to: instant })),
  history: v.pipe(v.array(history), v.maxLength(100_000)),
  hidden: v.optional(v.pipe(v.array(v.picklist(Object.values(Payload))), v.maxLength(20))),
});

const counts = v.strictObject({
  runs: whole,
  definitions: whole,
  logs: whole,
  facts: whole,
  files: whole,
  history: whole,
  workers: whole,
  samples: whole,
});

const level = v.picklist(Object.values(LogLevel));

/** A run as a file has it. */
export interface RunLine extends Omit<
  JobInstance,
  "tenant" | "lane" | "uniqueKey" | "fairShare" | "turn" | "claim" | "slot" | "fingerprint" | "dispatchId"
> {
  readonly shard: number | null;
  readonly hidden?: readonly Payload[];
}

interface Lines {
  readonly manifest: ArchiveSource & { readonly format: string; readonly formatVersion: number };
  readonly definition: { readonly definition: JsonObject };
  readonly run: { readonly run: RunLine };
  readonly log: { readonly lines: readonly (readonly [number, Date, number, LogLevel, string])[] };
  readonly facts: { readonly facts: readonly { readonly seq: number }[] };
  readonly file: Omit<ArchivedFile, "range">;
  readonly bytes: { readonly data: string };
  readonly act: { readonly act: JsonObject };
  readonly worker: { readonly worker: JsonObject };
  readonly sample: { readonly name: string; readonly sample: JsonObject };
  readonly seal: { readonly sha256: string };
  readonly end: { readonly counts: ExportCounts; readonly sha256: Readonly<Record<string, string>> };
}

export type LineType = keyof Lines;
/** A line of some type, as it is once it is checked: times are dates. */
export type Line<Type extends LineType> = {
  readonly [Name in Type]: Lines[Name] & { readonly type: Name };
}[Type];
type LineSchemas = { readonly [Type in LineType]: v.GenericSchema<unknown, Line<Type>> };

/** What each type of line has to be. */
export const LINE_SCHEMAS: LineSchemas = {
  manifest: v.strictObject({
    type: v.literal("manifest"),
    format: v.literal(FORMAT),
    formatVersion: v.literal(FORMAT_VERSION),
    version: short,
    madeAt: instant,
    by: v.nullable(short),
    tenant: name,
    deployment: v.nullable(short),
    from: instant,
    to: instant,
    apps: names,
    jobs: names,
    tags: names,
    states: v.nullable(v.array(state)),
    include: v.array(v.picklist(EXPORT_PARTS)),
    hasHidden: v.boolean(),
  }),
  definition: v.strictObject({
    type: v.literal("definition"),
    definition: v.pipe(
      object,
      v.check((given) => hasNames(given, ["key", "app"]), "its key and app are wanted"),
    ),
  }),
  run: v.strictObject({ type: v.literal("run"), run }),
  log: v.strictObject({
    type: v.literal("log"),
    lines: v.pipe(
      v.array(v.strictTuple([whole, instant, whole, level, text])),
      v.minLength(1),
      v.maxLength(10_000),
    ),
  }),
  facts: v.strictObject({
    type: v.literal("facts"),
    facts: v.pipe(
      v.array(
        v.pipe(
          object,
          v.check((fact) => isFact(fact), "its seq, at and type are wanted"),
        ),
      ),
      v.minLength(1),
      v.maxLength(10_000),
    ),
  }),
  file: v.strictObject({ type: v.literal("file"), name: v.string(), size: whole, sha256, storedAt: instant }),
  bytes: v.strictObject({ type: v.literal("bytes"), data: v.pipe(v.string(), v.minLength(4)) }),
  act: v.strictObject({
    type: v.literal("act"),
    act: v.pipe(
      object,
      v.check((given) => hasNames(given, ["id", "at", "kind"]), "its id, at and kind are wanted"),
    ),
  }),
  worker: v.strictObject({
    type: v.literal("worker"),
    worker: v.pipe(
      object,
      v.check((given) => hasNames(given, ["id", "app"]), "its id and app are wanted"),
    ),
  }),
  sample: v.strictObject({
    type: v.literal("sample"),
    name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,63}$/, "the name of a kind in lower case is wanted")),
    sample: object,
  }),
  seal: v.strictObject({ type: v.literal("seal"), sha256 }),
  end: v.strictObject({
    type: v.literal("end"),
    counts,
    sha256: v.record(
      v.picklist(["all", "manifest", "definitions", "runs", "history", "workers", "samples"]),
      sha256,
    ),
  }),
} as unknown as LineSchemas;

export function isLineType(type: unknown): type is LineType {
  return typeof type === "string" && Object.hasOwn(LINE_SCHEMAS, type);
}

/** The record that stores and pages know, of a run as a file has it; what only its own scheduler used is empty. */
export function instanceOf(tenant: string, { shard, ...given }: RunLine): JobInstance {
  const lane = laneOf(given.jobKey, shard === null ? undefined : { shard });
  const own = { uniqueKey: null, fairShare: null, turn: null, claim: null, slot: null, fingerprint: null };
  return { ...given, ...own, tenant, lane, dispatchId: "" };
}

function isSaid(say: (language: (typeof LANGUAGES)[number]) => string): boolean {
  try {
    return LANGUAGES.every((language) => {
      const said: unknown = say(language);
      return typeof said === "string" && said.length <= LONGEST_TEXT;
    });
  } catch {
    return false;
  }
}

function hasNames(given: unknown, wanted: readonly string[]): boolean {
  return wanted.every((one) => {
    const found = (given as Readonly<Record<string, unknown>>)[one];
    return typeof found === "string" && found.length > 0 && found.length <= LONGEST_ID && !UNFIT.test(found);
  });
}

function isFact(given: unknown): boolean {
  const { seq } = given as { readonly seq?: unknown };
  return Number.isSafeInteger(seq) && (seq as number) > 0 && hasNames(given, ["at", "type"]);
}

/** Whether a parsed value is small enough, without the stack growing with it. */
function isBounded(value: unknown): boolean {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > DEEPEST || count > MOST_VALUES) return false;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return true;
}

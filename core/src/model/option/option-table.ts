import type { ExecutorRule } from "./value/executor-rule.ts";
import type { FairnessOptions } from "./fairness-options.ts";
import { Isolation } from "./value/isolation.ts";
import { type ChildJob, childJobs } from "./value/child-job.ts";
import { type RateLimitOptions, RateSpread } from "./value/rate-limit.ts";
import { type RetryBackoff, RetryGrowth } from "./value/retry-backoff.ts";
import { DEFAULT_PRIORITY, FIRST_PRIORITY, LAST_PRIORITY } from "./value/priority.ts";
import { Unique } from "./value/unique.ts";
import { type RoutingOptions, RoutingStrategy, WhenGone } from "./value/routing-options.ts";
import { WhenFull } from "./value/when-full.ts";
import {
  type CompoundOption,
  flag,
  keyExpression,
  type Labels,
  labels,
  line,
  LONGEST_MS,
  name,
  type Option,
  OptionControl,
  OptionGroup,
  orNull,
  oneOf,
  type SharedOption,
  tags,
  text,
  wholeNumber,
} from "./option.ts";
import type { RetentionOptions } from "./value/retention-options.ts";

const { General, Limits, Waiting, Executors, Attempts, AfterRun } = OptionGroup;

/**
 * Every option of every job. A row is all there is to an option, with its words in `words/option-words.*.ts`: types,
 * parsing, resolution, differences, the API's schemas, the panel's form and the options page are made of it.
 */
export const JOB_OPTIONS = {
  /** A name for people. @default the job's key; of a class, its name */
  name: { schema: name(200), default: "", group: General, control: OptionControl.Text } as Option<string>,
  /** @default "" */
  description: {
    schema: text(4000),
    default: "",
    group: General,
    control: OptionControl.LongText,
  } as Option<string>,
  /** The person or team to ask about the job. @default "" */
  owner: { schema: line(200), default: "", group: General, control: OptionControl.Text } as Option<string>,
  /** @default [] */
  tags: { schema: tags, default: [], group: General, control: OptionControl.Tags } as Option<
    readonly string[]
  >,
  /** Texts for other systems, by name. @default {} */
  labels: { schema: labels, default: {}, group: General, control: OptionControl.Labels } as Option<Labels>,
  /** Nothing of a disabled job runs, not even by hand. @default false */
  disabled: { schema: flag, default: false, group: General, control: OptionControl.Flag } as Option<boolean>,
  /** Runs at once, over all workers; `null` is unlimited. @default 1 */
  maxConcurrency: {
    schema: orNull(wholeNumber(1, 10_000)),
    default: 1,
    group: Limits,
    control: OptionControl.Limit,
    isShared: true,
  } as SharedOption<number | null>,
  /** The arguments whose values have a limit each: `args.customer`, `{args.region}/{args.customer}`; "" is one for all. @default "" */
  concurrencyKey: {
    schema: keyExpression,
    default: "",
    group: Limits,
    control: OptionControl.Text,
  } as Option<string>,
  /** How to treat a run above `maxConcurrency`. @default "skip" */
  whenFull: {
    schema: oneOf(WhenFull),
    default: WhenFull.Skip,
    group: Limits,
    control: OptionControl.Choice,
    choices: Object.values(WhenFull),
    isShared: true,
  } as SharedOption<WhenFull>,
  /** How many attempts may begin within a time; those above it wait. */
  rateLimit: {
    members: {
      max: {
        schema: orNull(wholeNumber(1, 1_000_000)),
        default: null,
        group: Limits,
        control: OptionControl.Limit,
      },
      perMs: {
        schema: wholeNumber(100, LONGEST_MS),
        default: 60_000,
        group: Limits,
        control: OptionControl.Duration,
      },
      spread: {
        schema: oneOf(RateSpread),
        default: RateSpread.Burst,
        group: Limits,
        control: OptionControl.Choice,
        choices: Object.values(RateSpread),
      },
    },
    isShared: true,
  } as CompoundOption<RateLimitOptions>,
  /** Which runs take turns where they wait for the same slots. */
  fairness: {
    members: {
      by: { schema: keyExpression, default: "", group: Limits, control: OptionControl.Text },
      weight: { schema: keyExpression, default: "", group: Limits, control: OptionControl.Text },
    },
    isShared: true,
  } as CompoundOption<FairnessOptions>,
  /** How to treat a run while another one of the same `uniqueKey` waits or runs. @default "off" */
  unique: {
    schema: oneOf(Unique),
    default: Unique.Off,
    group: Limits,
    control: OptionControl.Choice,
    choices: Object.values(Unique),
  } as Option<Unique>,
  /** A run begins this long after the latest trigger of the same `uniqueKey`, with its arguments; 0 begins each at once. @default 0 */
  debounceMs: {
    schema: wholeNumber(0, LONGEST_MS),
    default: 0,
    group: Limits,
    control: OptionControl.Duration,
  } as Option<number>,
  /** How long after the first of the triggers it begins, however many follow; `null` is as long as they come. @default null */
  debounceMaxMs: {
    schema: orNull(wholeNumber(1, LONGEST_MS)),
    default: null,
    group: Limits,
    control: OptionControl.DurationLimit,
  } as Option<number | null>,
  /**
   * The arguments that `unique` and `debounceMs` compare: `args`, `args.invoice`, `{args.region}/{args.day}`; "" is one run for the whole
   * job.
   * @default ""
   */
  uniqueKey: {
    schema: keyExpression,
    default: "",
    group: Limits,
    control: OptionControl.Text,
  } as Option<string>,
  /** Runs that may wait; `null` is unlimited, but for the fires of a recurring job that its misfire rule bounds. @default null */
  maxWaiting: {
    schema: orNull(wholeNumber(1, 1_000_000)),
    default: null,
    group: Waiting,
    control: OptionControl.Limit,
    isShared: true,
  } as SharedOption<number | null>,
  /** How long a run may wait before it begins; then its attempt has failed. `null` is as long as it takes. @default null */
  waitTimeoutMs: {
    schema: orNull(wholeNumber(1, LONGEST_MS)),
    default: null,
    group: Waiting,
    control: OptionControl.DurationLimit,
    isShared: true,
  } as SharedOption<number | null>,
  /** 1 (first) to 5 (last). @default 3 */
  priority: {
    schema: wholeNumber(FIRST_PRIORITY, LAST_PRIORITY),
    default: DEFAULT_PRIORITY,
    group: Waiting,
    control: OptionControl.Choice,
    choices: ["1", "2", "3", "4", "5"],
    isShared: true,
  } as SharedOption<number>,
  /** Which executor of its app a run goes to. */
  routing: {
    members: {
      strategy: {
        schema: oneOf(RoutingStrategy),
        default: RoutingStrategy.Any,
        group: Executors,
        control: OptionControl.Choice,
        choices: Object.values(RoutingStrategy),
      },
      by: {
        schema: keyExpression,
        default: "",
        group: Executors,
        control: OptionControl.Text,
      },
      whenGone: {
        schema: oneOf(WhenGone),
        default: WhenGone.Elsewhere,
        group: Executors,
        control: OptionControl.Choice,
        choices: Object.values(WhenGone),
      },
    },
    isShared: true,
  } as CompoundOption<RoutingOptions>,
  /** Which executors of its app may run it. */
  executors: {
    members: {
      minVersion: { schema: line(100), default: "", group: Executors, control: OptionControl.Text },
      labels: { schema: labels, default: {}, group: Executors, control: OptionControl.Labels },
    },
    isShared: true,
  } as CompoundOption<ExecutorRule>,
  /** Whether its code runs beside that of other jobs or in a thread of its own. @default "none" */
  isolation: {
    schema: oneOf(Isolation),
    default: Isolation.None,
    group: Executors,
    control: OptionControl.Choice,
    choices: Object.values(Isolation),
  } as Option<Isolation>,
  /** How long one attempt may take. @default 3_600_000 */
  timeoutMs: {
    schema: wholeNumber(1, LONGEST_MS),
    default: 3_600_000,
    group: Attempts,
    control: OptionControl.Duration,
    isShared: true,
  } as SharedOption<number>,
  /** Attempts after the first. @default 0 */
  retryCount: {
    schema: wholeNumber(0, 1000),
    default: 0,
    group: Attempts,
    control: OptionControl.Count,
    isShared: true,
  } as SharedOption<number>,
  /** Wait between a failure and its retry; 0 retries at once and keeps the slot. @default 0 */
  retryIntervalMs: {
    schema: wholeNumber(0, LONGEST_MS),
    default: 0,
    group: Attempts,
    control: OptionControl.Duration,
    isShared: true,
  } as SharedOption<number>,
  /** How the wait before a retry grows. */
  retryBackoff: {
    members: {
      growth: {
        schema: oneOf(RetryGrowth),
        default: RetryGrowth.Constant,
        group: Attempts,
        control: OptionControl.Choice,
        choices: Object.values(RetryGrowth),
      },
      maxMs: {
        schema: wholeNumber(1, LONGEST_MS),
        default: 3_600_000,
        group: Attempts,
        control: OptionControl.Duration,
      },
      jitterPercent: {
        schema: wholeNumber(0, 100),
        default: 0,
        group: Attempts,
        control: OptionControl.Count,
      },
    },
    isShared: true,
  } as CompoundOption<RetryBackoff>,
  /** The names or codes of the errors that are retried; none: all are. @default [] */
  retryOn: { schema: tags, default: [], group: Attempts, control: OptionControl.Tags } as Option<
    readonly string[]
  >,
  /** Jobs that are started when a run has ended. @default [] */
  children: { schema: childJobs, default: [], group: AfterRun, control: OptionControl.Json } as Option<
    readonly ChildJob[]
  >,
  /** How many finished runs are kept, and for how long; the same of their logs and files. */
  retention: {
    members: {
      maxInstances: {
        schema: wholeNumber(1, 10_000_000),
        default: 1000,
        group: AfterRun,
        control: OptionControl.Count,
      },
      maxSkipped: {
        schema: wholeNumber(0, 10_000_000),
        default: 100,
        group: AfterRun,
        control: OptionControl.Count,
      },
      maxAgeDays: {
        schema: wholeNumber(1, 36_500),
        default: 30,
        group: AfterRun,
        control: OptionControl.Count,
      },
      maxLogs: {
        schema: orNull(wholeNumber(0, 10_000_000)),
        default: null,
        group: AfterRun,
        control: OptionControl.Limit,
      },
      maxLogAgeDays: {
        schema: orNull(wholeNumber(1, 36_500)),
        default: null,
        group: AfterRun,
        control: OptionControl.Limit,
      },
      maxFiles: {
        schema: orNull(wholeNumber(0, 10_000_000)),
        default: null,
        group: AfterRun,
        control: OptionControl.Limit,
      },
      maxFileAgeDays: {
        schema: orNull(wholeNumber(1, 36_500)),
        default: null,
        group: AfterRun,
        control: OptionControl.Limit,
      },
    },
    isShared: true,
  } as CompoundOption<RetentionOptions>,
};

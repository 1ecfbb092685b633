import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { isName, NAME_RULE, NewJobs, OptionRule, WORKER_SILENT_MS } from "@mojob/core/engine";

/** Heartbeats of an executor within the time after which it is lost: two may be late. */
const HEARTBEATS_WITHIN_SILENCE = 3;
const LEAST_SILENT_MS = 300;
const MOST_SILENT_MS = 60_000;

export interface ExecutorGatewayOptions {
  /**
   * The tokens of each app's executors, by app: `{ shop: ["…"] }`. A token serves its own app alone.
   * @default {}: without any, only a server that serves this machine alone lets executors register, for every app
   */
  readonly tokens?: Readonly<Record<string, readonly string[]>>;
  /** Whether every call must be signed with a registered key, so that a token alone is refused. @default false */
  readonly requireSignatures?: boolean;
  /** How to treat stored options that an executor states otherwise, as with a worker's own jobs. @default "stored" */
  readonly optionRule?: OptionRule;
  /** How jobs begin that an executor registers for the first time: `stopped` pauses recurring ones. @default "running" */
  readonly newJobs?: NewJobs;
  /** Silence after which an executor is lost and its runs end as `worker_lost`; 300 to 60,000 ms. @default 10_000 */
  readonly silentMs?: number;
  /** Executors that may be registered at once. @default 1000 */
  readonly maxExecutors?: number;
  /** Executors that one token or person may have registered at once. @default 250 */
  readonly maxExecutorsPerCaller?: number;
}

export interface ResolvedGatewayOptions extends Required<ExecutorGatewayOptions> {
  /** How often an executor is asked to send a heartbeat. */
  readonly heartbeatMs: number;
}

/** @throws MoJobError `invalid_configuration` for an app's name that is none, and a time out of bounds */
export function resolveGatewayOptions(options: ExecutorGatewayOptions): ResolvedGatewayOptions {
  const {
    tokens = {},
    requireSignatures = false,
    optionRule = OptionRule.Stored,
    newJobs = NewJobs.Running,
    silentMs = WORKER_SILENT_MS,
    maxExecutors = 1000,
    maxExecutorsPerCaller = 250,
  } = options;
  for (const app of Object.keys(tokens))
    if (!isName(app)) throw cannot(`"${app}" is no name of an app: it ${NAME_RULE}`);
  if (!Number.isInteger(silentMs) || silentMs < LEAST_SILENT_MS || silentMs > MOST_SILENT_MS)
    throw cannot(`silentMs must be a whole number from ${LEAST_SILENT_MS} to ${MOST_SILENT_MS}`);
  if (!Number.isInteger(maxExecutors) || maxExecutors < 1)
    throw cannot("maxExecutors must be a whole number, at least 1");
  if (!Number.isInteger(maxExecutorsPerCaller) || maxExecutorsPerCaller < 1)
    throw cannot("maxExecutorsPerCaller must be a whole number, at least 1");
  return {
    tokens,
    requireSignatures,
    optionRule,
    newJobs,
    silentMs,
    maxExecutors,
    maxExecutorsPerCaller,
    heartbeatMs: Math.floor(silentMs / HEARTBEATS_WITHIN_SILENCE),
  };
}

function cannot(mistake: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot open a gateway for executors: ${mistake}`,
  );
}

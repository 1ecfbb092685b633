import type { JsonObject } from "../base/json.ts";
import type { JobKind } from "../job/job-kind.ts";
import type { ResolvedJobOptions } from "../job/job-options.ts";

/** A recurring job's pause: no fire while it lasts; runs by hand stay possible. */
export interface JobPause {
  readonly at: Date;
  /** When it ends by itself; `null` lasts until resumed. */
  readonly until: Date | null;
  readonly note: string | null;
  /** Those before it, oldest first: whoever has to make up for an outage must know what was due in them. @default none */
  readonly earlier?: readonly PausedStretch[];
}

/** A pause that is over. */
export interface PausedStretch {
  readonly at: Date;
  readonly until: Date;
}

/** What a job is and its options: one record per (tenant, key). Stored options win over the code's (seed row M4). */
export interface JobDefinition {
  readonly tenant: string;
  readonly key: string;
  /** The service whose workers hold its code. */
  readonly app: string;
  readonly kind: JobKind;
  /** Counts the changes of `options` and `pause`, from 1; the API's ETag. */
  readonly revision: number;
  /** What is in force. */
  readonly options: ResolvedJobOptions;
  /** What the code said at its latest registration; shown where it differs from `options`. */
  readonly declared: ResolvedJobOptions;
  /** JSON Schema of the arguments, as the code last said it; `null` accepts any JSON. Belongs to the code, is not edited. */
  readonly argsSchema: JsonObject | null;
  readonly pause: JobPause | null;
  /** No fire at or before it is owed: set when the job is registered, resumed, enabled or given another schedule. */
  readonly scheduledSince: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

import { canonicalJson, jsonOf, type JsonObject, type JsonValue } from "../base/json.ts";
import type { Act } from "./history/act.ts";
import { type JobWork, WorkKind } from "./job-work.ts";
import type { DeclaredLayers } from "./layer/declared-layers.ts";
import type { CodeDifference } from "./option/option-difference.ts";
import type { OptionPath } from "./option/option-path.ts";
import { differingOptions } from "./option/resolve-options.ts";
import type { JobKind } from "./option/job-kind.ts";
import type { ResolvedJobOptions } from "./option/job-options.ts";
import type { ScriptStamp } from "./script-version.ts";
import type { JobWindow } from "./window/job-window.ts";

/** A recurring job's pause: while it lasts it does not fire, and fires that wait do not begin; runs by hand stay possible. */
export interface JobPause {
  readonly at: Date;
  /** When it ends by itself; `null` lasts until resumed. */
  readonly until: Date | null;
  readonly note: string | null;
  /** Who paused it. @default the program itself */
  readonly by?: string;
  /** New jobs of its app start stopped, and nobody has resumed it yet. @default false */
  readonly isNew?: true;
  /** The pauses before it, oldest first: catching up after an outage needs them to know which fires were due. @default none */
  readonly earlier?: readonly PausedStretch[];
}

/** A pause that is over. */
export interface PausedStretch {
  readonly at: Date;
  readonly until: Date;
}

/** The makers of jobs. */
export const JobOrigin = {
  /** Its app's code declared it. */
  Code: "code",
  /** A person or a program made it while the scheduler ran. */
  Api: "api",
} as const;
export type JobOrigin = (typeof JobOrigin)[keyof typeof JobOrigin];

/** A job and its options: one record per (tenant, key). Stored options win over the code's (seed row M4). */
export interface JobDefinition {
  readonly tenant: string;
  readonly key: string;
  /** The service whose workers hold its code. */
  readonly app: string;
  readonly kind: JobKind;
  /** The work of its runs. */
  readonly work: JobWork;
  /** Which version its `work` is, where that is a script. @default version 1, of a job that was made before versions were kept */
  readonly script?: ScriptStamp;
  /** The number of its latest draft, which was taken by the same conditional write as a version is. @default it never had one */
  readonly latestDraft?: number;
  /** The arguments of each fire of a recurring job; `null` for none. */
  readonly args: JsonValue;
  readonly origin: JobOrigin;
  /** Whether the code of its app declared it at the latest complete registration. */
  readonly inCode: boolean;
  /** Counts the changes of what is in force, from 1; the API's ETag. A key that is used again goes on counting. */
  readonly revision: number;
  /** The options in force. */
  readonly options: ResolvedJobOptions;
  /** The options of the code at its latest registration; shown where they differ from `options`. */
  readonly declared: ResolvedJobOptions;
  /** The graph that the code said at its latest registration, as canonical JSON. @default the code is no task */
  readonly declaredBody?: string;
  /** Somebody set the graph in force: it stays when the code has another one. @default false */
  readonly isBodyEdited?: true;
  /** Which declared values the code states and which the scheduler's defaults gave. @default all of them the code's */
  readonly layers?: DeclaredLayers;
  /** The options somebody set: an app that follows its code leaves them as they are. @default none */
  readonly edited?: readonly OptionPath[];
  /** JSON Schema of the arguments, as the code of its app last said it, or as it was stated for other work; `null` accepts any JSON. */
  readonly argsSchema: JsonObject | null;
  readonly pause: JobPause | null;
  /** The pause of its whole app, beside its own: it does not fire, and nothing of it begins but by hand. @default none */
  readonly appPause?: JobPause | null;
  /** The windows that are for it, as `JobDefinitionCache` knows them: kept beside the job, and never with it. @default none */
  readonly windows?: readonly JobWindow[];
  /** A run of it was snoozed once: such runs wait for slots also where the job skips. @default false */
  readonly snoozes?: boolean;
  /** It queued before an edit: runs that waited then go on waiting for slots, though it skips. @default false */
  readonly queued?: boolean;
  /** No fire at or before it is owed: set when the job is registered, enabled or given another schedule; a pause that was
   * dropped for there being too many sets it too. */
  readonly scheduledSince: Date;
  /** The same of each named schedule. @default `scheduledSince` for all */
  readonly schedulesSince?: Readonly<Record<string, Date>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Who made the latest change that counts as a revision; `null` is the code that registered it. */
  readonly updatedBy: string | null;
  /** The latest act of somebody on it, written with the change itself; it is in the history before another one takes its place. @default none */
  readonly latestAct?: Act;
}

/** Whether a job came from code that no longer declares it: it does not fire until it is declared again (seed H4). */
export function hasLeftCode({ origin, inCode }: Pick<JobDefinition, "origin" | "inCode">): boolean {
  return origin === JobOrigin.Code && !inCode;
}

type DeclaredAndStored = Pick<
  JobDefinition,
  "inCode" | "declared" | "options" | "edited" | "work" | "declaredBody" | "isBodyEdited"
>;

/** The options, and the graph of a task, whose stored value is not what the code declares; a job that was made at run time has no code to differ from. */
export function differencesFromCode({
  inCode,
  declared,
  options,
  edited = [],
  work,
  declaredBody,
  isBodyEdited,
}: DeclaredAndStored): readonly CodeDifference[] {
  if (!inCode) return [];
  const names = new Set(edited.map((path) => path.split(".")[0]));
  const differing = differingOptions(declared, options).map((difference) => ({
    ...difference,
    edited: names.has(difference.field),
  }));
  if (declaredBody === undefined || !differsFromBody(work, declaredBody)) return differing;
  const code = { kind: WorkKind.Task, body: JSON.parse(declaredBody) as JsonObject };
  return [...differing, { field: "work", code, stored: jsonOf(work), edited: isBodyEdited === true }];
}

/** Whether work is another one than the graph that the code declares. */
export function differsFromBody(work: JobWork, declaredBody: string): boolean {
  if (work.kind !== WorkKind.Task) return true;
  const text = BODY_TEXTS.get(work.body) ?? canonicalJson(work.body);
  BODY_TEXTS.set(work.body, text);
  return text !== declaredBody;
}

/** The texts of graphs in force, which each list of jobs asks for. */
const BODY_TEXTS = new WeakMap<JsonObject, string>();

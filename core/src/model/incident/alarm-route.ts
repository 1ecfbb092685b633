import * as v from "valibot";
import { LONGEST_JOB_KEY } from "../../base/issue/job-key-length.ts";
import type { JsonObject } from "../../base/json.ts";
import { byteLength } from "../../base/truncate.ts";
import { NoticeEvent } from "./incident.ts";
import { type RouteHours, routeHoursSchema } from "./route-hours.ts";
import { alarmIdSchema, type IncidentSelector, selectorEntries, someNames } from "./selector.ts";

const MOST_ROUTES = 200;
const LONGEST_ARGS_BYTES = 16 * 1024;
const LONGEST_MS = 7 * 24 * 3_600_000;

/** The actions on incidents. */
export const RouteAction = {
  /** A job gets a run with what happened as its arguments. */
  Notify: "notify",
  /** The latest failed run of the job is run again. */
  Rerun: "rerun",
  /** The job is paused. */
  Pause: "pause",
  /** The incident is acknowledged: it is known. */
  Acknowledge: "acknowledge",
} as const;
export type RouteAction = (typeof RouteAction)[keyof typeof RouteAction];

/** Which incidents something is done about, and what: mostly, a job is notified of them. */
export interface AlarmRoute extends IncidentSelector {
  readonly id: string;
  readonly enabled: boolean;
  /** @default "notify" */
  readonly action: RouteAction;
  /** The key of the job that sends the notices: it sends a request, a mail, or does whatever its code does. `null` unless it notifies. */
  readonly job: string | null;
  /** The arguments of the job instead of the notice, at most 16 KiB. @default null: the notice */
  readonly args: JsonObject | null;
  /** How long after the notice a run is run again, or for how long a job is paused; `null` is at once, and until it is resumed. */
  readonly actionMs: number | null;
  /** Texts of which one is in the latest error, upper and lower case alike. */
  readonly errors: readonly string[] | null;
  /** @default all of which a job is notified; `opened` for every other action */
  readonly events: readonly NoticeEvent[];
  /** Only what nobody has acknowledged for so long: a second step. @default 0 */
  readonly unacknowledgedMs: number;
  /** Outside of these hours it waits. @default always */
  readonly hours: RouteHours | null;
  /** The language of the sentences. @default "en" */
  readonly language: "en" | "zh";
}

const duration = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_MS));

const argsSchema: v.GenericSchema<unknown, JsonObject> = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((args) => byteLength(JSON.stringify(args)) <= LONGEST_ARGS_BYTES, "must be at most 16 KiB"),
  v.transform((args) => JSON.parse(JSON.stringify(args)) as JsonObject),
);

const routeSchema = v.pipe(
  v.strictObject({
    id: alarmIdSchema,
    enabled: v.optional(v.boolean(), true),
    action: v.optional(v.picklist(Object.values(RouteAction)), RouteAction.Notify),
    job: v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_JOB_KEY))), null),
    args: v.optional(v.nullable(argsSchema), null),
    actionMs: v.optional(v.nullable(duration), null),
    ...selectorEntries,
    errors: someNames,
    events: v.optional(v.pipe(v.array(v.picklist(Object.values(NoticeEvent))), v.nonEmpty())),
    unacknowledgedMs: v.optional(duration, 0),
    hours: v.optional(v.nullable(routeHoursSchema), null),
    language: v.optional(v.picklist(["en", "zh"]), "en"),
  }),
  v.forward(
    v.check(
      ({ action, job }) => (action === RouteAction.Notify) === (job !== null),
      "A route that notifies names a job, and no other does",
    ),
    ["job"],
  ),
  v.forward(
    v.check(
      ({ action, args }) => args === null || action === RouteAction.Notify,
      "Only a job that is notified takes arguments",
    ),
    ["args"],
  ),
  v.forward(
    v.check(
      ({ action, actionMs }) =>
        actionMs === null || action === RouteAction.Rerun || action === RouteAction.Pause,
      "Only runs that are run again and jobs that are paused take a time",
    ),
    ["actionMs"],
  ),
  v.transform(({ events, ...route }): AlarmRoute => ({
    ...route,
    events: events ?? usualEvents(route.action),
  })),
);

function usualEvents(action: RouteAction): readonly NoticeEvent[] {
  return action === RouteAction.Notify ? Object.values(NoticeEvent) : [NoticeEvent.Opened];
}

/** A list of routes as a request has it. */
export const alarmRoutesSchema: v.GenericSchema<unknown, readonly AlarmRoute[]> = v.pipe(
  v.array(routeSchema),
  v.maxLength(MOST_ROUTES),
  v.check(
    (routes) => new Set(routes.map(({ id }) => id)).size === routes.length,
    "Two routes have one id; each has its own",
  ),
);

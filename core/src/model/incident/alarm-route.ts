import * as v from "valibot";
import { AlarmCondition, Severity } from "./condition.ts";
import { NoticeEvent } from "./incident.ts";

const MOST_ROUTES = 200;
const MOST_NAMES = 200;

/** Which incidents a job is notified of: it gets a run for each notice, with what happened as its arguments. */
export interface AlarmRoute {
  readonly id: string;
  /** The key of the job that sends the notices: it sends a request, a mail, or does whatever its code does. */
  readonly job: string;
  readonly enabled: boolean;
  /** What it is about: all that each of these names. @default everything */
  readonly severities: readonly Severity[] | null;
  readonly conditions: readonly AlarmCondition[] | null;
  readonly apps: readonly string[] | null;
  /** Keys of jobs; one that ends in `*` names all that begin so. */
  readonly jobs: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** Texts of which one is in the latest error, upper and lower case alike. */
  readonly errors: readonly string[] | null;
  /** @default all */
  readonly events: readonly NoticeEvent[];
  /** Of the sentences. @default "en" */
  readonly language: "en" | "zh";
}

function some<Item>(item: v.GenericSchema<unknown, Item>) {
  return v.optional(v.nullable(v.pipe(v.array(item), v.nonEmpty(), v.maxLength(MOST_NAMES))), null);
}
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** A list of routes as a request has it. */
export const alarmRoutesSchema: v.GenericSchema<unknown, readonly AlarmRoute[]> = v.pipe(
  v.array(
    v.strictObject({
      id: v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d._-]{0,63}$/)),
      job: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
      enabled: v.optional(v.boolean(), true),
      severities: some(v.picklist(Object.values(Severity))),
      conditions: some(v.picklist(Object.values(AlarmCondition))),
      apps: some(name),
      jobs: some(name),
      tags: some(name),
      errors: some(name),
      events: v.optional(
        v.pipe(v.array(v.picklist(Object.values(NoticeEvent))), v.nonEmpty()),
        Object.values(NoticeEvent),
      ),
      language: v.optional(v.picklist(["en", "zh"]), "en"),
    }),
  ),
  v.maxLength(MOST_ROUTES),
  v.check(
    (routes) => new Set(routes.map(({ id }) => id)).size === routes.length,
    "Two routes have one id; each has its own",
  ),
);

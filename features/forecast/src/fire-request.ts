import { FireAction, invalidInput, issueAt, wanted } from "@mojob/core/engine";
import { instant, parseInput } from "@mojob/core/feature";
import * as v from "valibot";
import { A_DAY_MS } from "./forecast-request.ts";

const LONGEST_NOTE = 500;
const MOST_DAYS = 31;

/** What is to become of a fire. */
export interface FireRequest {
  /** Its nominal time. */
  readonly at: Date;
  /** The name of its schedule; `null` for the job's own. */
  readonly schedule: string | null;
  readonly action: FireAction;
  /** When it begins instead; only where it is moved. */
  readonly to?: Date | undefined;
  readonly note: string | null;
}

const NOT_OBJECT = wanted("not_object");
const ACTIONS = Object.values(FireAction);

const requestSchema = v.strictObject(
  {
    at: instant,
    schedule: v.optional(
      v.nullable(v.pipe(v.string(wanted("not_text")), v.maxLength(32, wanted("too_long", { max: 32 })))),
      null,
    ),
    action: v.picklist(ACTIONS, wanted("not_one_of", { values: ACTIONS })),
    to: v.optional(instant),
    note: v.optional(
      v.nullable(
        v.pipe(
          v.string(wanted("not_text")),
          v.trim(),
          v.maxLength(LONGEST_NOTE, wanted("too_long", { max: LONGEST_NOTE })),
        ),
      ),
      null,
    ),
  },
  NOT_OBJECT,
);

/** @throws MoJobError `invalid_argument` also for a fire of the past, and for times beyond 31 days */
export function parseFireRequest(input: unknown, now: Date, doing: string): FireRequest {
  const request: FireRequest = parseInput(requestSchema, input, doing);
  const refuse = (pointer: string, code: "required" | "in_the_past"): never => {
    throw invalidInput(doing, [issueAt(pointer, code)]);
  };
  const { at, action, to } = request;
  if (action === FireAction.Move && to === undefined) refuse("/to", "required");
  if (action !== FireAction.Move && to !== undefined)
    throw invalidInput(doing, [issueAt("/to", "needs", { other: "action: move" })]);
  if (at <= now) refuse("/at", "in_the_past");
  if (to !== undefined && to <= now) refuse("/to", "in_the_past");
  const last = now.getTime() + MOST_DAYS * A_DAY_MS;
  for (const [pointer, time] of [
    ["/at", at],
    ["/to", to],
  ] as const)
    if (time !== undefined && time.getTime() > last)
      throw invalidInput(doing, [issueAt(pointer, "beyond_days", { days: MOST_DAYS })]);
  return request;
}

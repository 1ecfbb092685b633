import { type ForecastQuery, invalidInput, issueAt, wanted } from "@mojob/core/engine";
import { instant, parseInput } from "@mojob/core/feature";
import * as v from "valibot";
import { A_DAY_MS, A_MINUTE_MS } from "./forecast-request.ts";

const LONGEST_NOTE = 500;
const LONGEST_SPREAD_MS = A_DAY_MS;
const SHORTEST_SPREAD_MS = 1000;
export const MOST_SPREAD = 1000;

export interface SuggestionRequest extends ForecastQuery {
  /** How much later a fire may begin at most. */
  readonly maxSpreadMs: number;
  /** One storm only. @default all */
  readonly at?: Date;
}

/** The jobs whose fires are to begin apart. */
export interface SpreadRequest {
  readonly jobs: readonly { readonly jobKey: string; readonly jitterMs: number; readonly revision: number }[];
  readonly note: string | null;
}

const NOT_OBJECT = wanted("not_object");
const name = v.pipe(
  v.string(wanted("not_text")),
  v.nonEmpty(wanted("empty")),
  v.maxLength(200, wanted("too_long", { max: 200 })),
);

const suggestionSchema = v.strictObject(
  {
    from: v.optional(instant),
    to: v.optional(instant),
    at: v.optional(instant),
    app: v.optional(name),
    tag: v.optional(name),
    maxSpreadMs: v.optional(whole(SHORTEST_SPREAD_MS, LONGEST_SPREAD_MS), 30 * A_MINUTE_MS),
  },
  NOT_OBJECT,
);

const spreadSchema = v.strictObject(
  {
    jobs: v.pipe(
      v.array(
        v.strictObject(
          {
            jobKey: name,
            jitterMs: whole(0, LONGEST_SPREAD_MS),
            revision: whole(1, Number.MAX_SAFE_INTEGER),
          },
          NOT_OBJECT,
        ),
        wanted("not_list"),
      ),
      v.minLength(1, wanted("empty")),
      v.maxLength(MOST_SPREAD, wanted("too_many", { max: MOST_SPREAD })),
    ),
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

export function parseSuggestionRequest(input: unknown, doing: string): SuggestionRequest {
  return parseInput(suggestionSchema, input ?? {}, doing) as SuggestionRequest;
}

/** @throws MoJobError `invalid_argument` also for a job that is named twice */
export function parseSpreadRequest(input: unknown, doing: string): SpreadRequest {
  const request: SpreadRequest = parseInput(spreadSchema, input, doing);
  const seen = new Set<string>();
  for (const [index, { jobKey }] of request.jobs.entries()) {
    if (seen.has(jobKey)) throw invalidInput(doing, [issueAt(`/jobs/${index}/jobKey`, "given_twice")]);
    seen.add(jobKey);
  }
  return request;
}

function whole(min: number, max: number): v.GenericSchema<unknown, number> {
  const wrong = wanted("out_of_range", { min, max });
  return v.pipe(v.number(wrong), v.integer(wrong), v.minValue(min, wrong), v.maxValue(max, wrong));
}

import type { JobState } from "@mojob/core";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";

const number = v.number();

/** How many runs are in each state. */
export const stateCounts: Parser<Readonly<Record<JobState, number>>> = wireObject(
  Object.fromEntries(JOB_STATES.map((state) => [state, number])) as Record<JobState, typeof number>,
);

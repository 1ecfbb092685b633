import { wanted } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { isInstant } from "../../schema/fields.ts";

const NOT_A_MOMENT = wanted("not_moment");
const NUMBER = /^\d{1,15}$/;

/** A moment of a task's log: the number of a fact, or a time. */
export const momentQuery: Parser<number | Date> = v.pipe(
  v.string(NOT_A_MOMENT),
  v.metadata({ description: "The `seq` of a fact, or a time", examples: ["12", "2026-01-31T08:00:00.000Z"] }),
  v.check((value) => NUMBER.test(value) || isInstant(value), NOT_A_MOMENT),
  v.transform((value) => (NUMBER.test(value) ? Number(value) : new Date(value))),
);

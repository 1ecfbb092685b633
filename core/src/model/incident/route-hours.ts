import * as v from "valibot";

/** When a route holds, on local clocks. */
export interface RouteHours {
  /** An IANA name. */
  readonly timeZone: string;
  /** The days on which they begin: 1 is Monday, 7 Sunday. @default all */
  readonly days: readonly number[];
  /** `HH:MM`. */
  readonly from: string;
  /** `HH:MM`; at or before `from` it is on the next day. */
  readonly to: string;
}

const timeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Hours as a request has them; whether there is such a zone is checked where they are used. */
export const routeHoursSchema: v.GenericSchema<unknown, RouteHours> = v.strictObject({
  timeZone: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  days: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), v.nonEmpty()),
    [1, 2, 3, 4, 5, 6, 7],
  ),
  from: timeOfDay,
  to: timeOfDay,
});

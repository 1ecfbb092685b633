const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 4;
/** How many schedules a job can have: its own and 20 with names. */
const MOST_CRONS = 21;
/** More fires in a cycle need more schedules than that, and are not worth the look. */
const MOST_FIRES = 500;

/** The values of the fields that fire, from the second to the weekday. */
type Fires = readonly [
  seconds: readonly number[],
  minutes: readonly number[],
  hours: readonly number[],
  days: readonly number[],
];

/**
 * An interval as cron expressions in UTC that together have the same fires, as few as can be: one where it divides a minute, an hour or a
 * day evenly, several for others that divide an hour, a day or a week, such as 90 s. Empty where there are none: parts of a second, what
 * divides no week, and what would need more schedules than a job can have.
 */
export function intervalCrons(everyMs: number, anchorMs: number): readonly string[] {
  const every = everyMs / 1000;
  if (!Number.isInteger(every) || every <= 0) return [];
  const cycle = [MINUTE, HOUR, DAY, WEEK].find((length) => length % every === 0);
  if (cycle === undefined || (cycle > MINUTE && cycle / every > MOST_FIRES)) return [];
  const anchor = Math.floor(anchorMs / 1000);
  let fires: readonly Fires[] = firesIn(cycle, every, ((anchor % every) + every) % every);
  // Fires that differ in one field alone become one expression.
  for (const field of [0, 1, 2, 3] as const) fires = mergedBy(fires, field);
  return fires.length > MOST_CRONS ? [] : fires.map((one) => textOf(one, cycle));
}

function firesIn(cycle: number, every: number, first: number): readonly Fires[] {
  return Array.from({ length: cycle / every }, (_, index) => {
    const at = first + index * every;
    return [
      [at % MINUTE],
      [Math.floor(at / MINUTE) % 60],
      [Math.floor(at / HOUR) % 24],
      [(Math.floor(at / DAY) + EPOCH_WEEKDAY) % 7],
    ];
  });
}

function mergedBy(fires: readonly Fires[], field: 0 | 1 | 2 | 3): readonly Fires[] {
  const alike = Map.groupBy(fires, (one) => one.with(field, []).join(" "));
  return [...alike.values()].map((group) => {
    const values = group.flatMap((one) => one[field]).sort((left, right) => left - right);
    return (group[0] as Fires).with(field, values) as unknown as Fires;
  });
}

/** What is longer than the cycle is not decided by it. */
function textOf([seconds, minutes, hours, days]: Fires, cycle: number): string {
  const minute = cycle > MINUTE ? fieldOf(minutes, 60) : "*";
  const hour = cycle > HOUR ? fieldOf(hours, 24) : "*";
  return `${fieldOf(seconds, 60)} ${minute} ${hour} * * ${cycle > DAY ? fieldOf(days, 7) : "*"}`;
}

/** `*` for every value, a step where the values are one, a list otherwise. */
function fieldOf(values: readonly number[], size: number): string {
  const [first = 0, second = size] = values;
  const step = second - first;
  if (values.length === size) return "*";
  const isStep = values.length > 2 && values.every((value, index) => value === first + index * step);
  if (!isStep || first >= step || first + values.length * step < size) return values.join(",");
  return first === 0 ? `*/${step}` : `${first}-${size - 1}/${step}`;
}

import fc from "fast-check";

/** What a field of an expression may hold, also what nobody should write. */
export interface FieldGrammar {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
  /** Items that this field alone has, such as `L` or `2#1`. */
  readonly own?: readonly string[];
}

const MONTHS = "jan FEB Mar apr may jun jul aug sep oct nov DEC".split(" ");
const DAYS = "sun MON Tue wed thu fri SAT".split(" ");

/** Mostly what people write; now and then what is at or beyond the edges. */
function item({ min, max, names = [], own = [] }: FieldGrammar): fc.Arbitrary<string> {
  const number = fc.integer({ min, max }).map(String);
  const value = names.length === 0 ? number : fc.oneof(number, fc.constantFrom(...names));
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
    fc.integer({ min: 0, max: max + 40 }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant("*") },
    { weight: 6, arbitrary: value },
    { weight: 4, arbitrary: step.map((by) => `*/${by}`) },
    { weight: 4, arbitrary: fc.tuple(value, value).map(([from, to]) => `${from}-${to}`) },
    { weight: 2, arbitrary: fc.tuple(value, value, step).map(([from, to, by]) => `${from}-${to}/${by}`) },
    { weight: 1, arbitrary: fc.tuple(value, step).map(([from, by]) => `${from}/${by}`) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: max + 3 }).map(String) },
    ...own.map((text) => ({ weight: 1, arbitrary: fc.constant(text) })),
  );
}

function field(grammar: FieldGrammar): fc.Arbitrary<string> {
  const one = item(grammar);
  return fc.oneof(
    { weight: 5, arbitrary: one },
    { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }).map((items) => items.join(",")) },
  );
}

const odd = (...fields: readonly FieldGrammar[]): fc.Arbitrary<string> =>
  fc.tuple(...fields.map(field)).map((words) => words.join(" "));

const SECOND = { min: 0, max: 59 };
const MINUTE = { min: 0, max: 59 };
const HOUR = { min: 0, max: 23 };
const MONTH = { min: 1, max: 12, names: MONTHS };

export const CRONTAB: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 12,
    arbitrary: odd(
      { ...MINUTE, own: ["0~59", "*,5", "?"] },
      HOUR,
      { min: 1, max: 31, own: ["L", "?", "*5", "1,*"] },
      MONTH,
      { min: 0, max: 7, names: DAYS, own: ["5L", "1#2", "sunday", "*/7", "0-7", "6-7"] },
    ),
  },
  fc.constantFrom("@daily", "@hourly", "@weekly", "@monthly", "@yearly", "@annually", "@midnight", "@often"),
);

const QUARTZ_DAY = { min: 1, max: 31, own: ["L", "LW", "15W", "31W", "1W", "L-3", "L-30", "L-2W"] };
const QUARTZ_WEEKDAY = {
  min: 1,
  max: 7,
  names: DAYS,
  own: ["L", "6L", "FRIL", "2#1", "MON#5", "FRI-MON", "7-2"],
};
const YEAR = fc.constantFrom("", "", "", " *", " 2026-2028", " 2001", " 2027/2", " 2026");

/** One of the two fields of days is `?`, as in what people write, but for a few. */
export const QUARTZ: fc.Arbitrary<string> = fc
  .tuple(
    odd(SECOND, MINUTE, HOUR),
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(field(QUARTZ_DAY), fc.constantFrom("?", "?", "*")) },
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom("?", "?", "*"), field(QUARTZ_WEEKDAY)) },
      { weight: 1, arbitrary: fc.tuple(field(QUARTZ_DAY), field(QUARTZ_WEEKDAY)) },
    ),
    field(MONTH),
    YEAR,
  )
  .map(([time, [day, weekday], month, year]) => `${time} ${day} ${month} ${weekday}${year}`);

const PARSER_DAY = { min: 1, max: 31, own: ["L", "?", "L,15"] };
const PARSER_WEEKDAY = { min: 0, max: 7, names: DAYS, own: ["5L", "1#2", "1,3#2", "?", "0L", "7L", "7#1"] };

/** Five or six fields of the package that Agenda and BullMQ read theirs with. */
export const CRON_PARSER: fc.Arbitrary<string> = fc.oneof(
  odd(MINUTE, HOUR, PARSER_DAY, MONTH, PARSER_WEEKDAY),
  odd(SECOND, MINUTE, HOUR, PARSER_DAY, MONTH, PARSER_WEEKDAY),
  fc.constantFrom(
    "@daily",
    "@hourly",
    "@weekly",
    "@monthly",
    "@yearly",
    "@minutely",
    "@weekdays",
    "@weekends",
  ),
);

/** Five fields of croniter, with which Airflow reads them. */
export const CRONITER: fc.Arbitrary<string> = odd(
  MINUTE,
  HOUR,
  { min: 1, max: 31, own: ["l", "L", "1,l"] },
  MONTH,
  { min: 0, max: 7, names: DAYS, own: ["L5", "1#2", "sun#1", "L0", "1-5"] },
);

import { assertExtends, type NewCalendar, parseNewCalendar } from "@mojob/calendars";
import { Permission } from "@mojob/core";
import { type Calendar, invalidInput, issueAt } from "@mojob/core/engine";
import { jsonOf, type JsonObject } from "@mojob/core/ports";
import { changeOf, isSame } from "../change.ts";
import { type ConfigContext, readable } from "../config-context.ts";
import { below } from "../config-issues.ts";
import { isObject, ordered } from "../document.ts";
import { type ConfigSection, planOf, SectionShape, type Step } from "../section.ts";

const DOING = "read a calendar";

/** What a calendar says where a document leaves it out. */
const USUAL = {
  weekend: [6, 7],
  extends: [],
  days: {},
  names: {},
  coveredFrom: null,
  coveredTo: null,
  source: null,
} as const;

/** Days of work, by which schedules fire. They are for all apps, so that a document about one has none. */
export const CALENDARS: ConfigSection = {
  name: "calendars",
  feature: "calendars",
  isOfApps: false,

  async read(context) {
    const there = await readable(calendarsIn(context));
    return (
      there && { shape: SectionShape.Named, items: new Map([...there].map(([key, { item }]) => [key, item])) }
    );
  },

  async plan(value, context, { pointer, issues, prune, calendars }) {
    if (!isObject(value)) {
      issues.add(issueAt(pointer, "not_object"));
      return null;
    }
    const { scheduler } = context;
    const there = await calendarsIn(context);
    const wanted = new Map<string, NewCalendar>();
    for (const [key, one] of Object.entries(value)) {
      const at = below(pointer, key);
      // One after the other, for the order of mistakes.
      // oxlint-disable-next-line no-await-in-loop
      const parsed = await issues.within(at, () => read(key, one));
      if (parsed !== null) wanted.set(key, parsed);
      calendars.add(key);
    }
    const after = new Map<string, Pick<Calendar, "key" | "extends">>(
      [...there.values()].map(({ calendar }) => [calendar.key, calendar]),
    );
    const changed = [...wanted].map(([key, { extends: bases = [] }]) => ({ key, extends: bases }));
    for (const one of changed) after.set(one.key, one);
    for (const one of changed)
      // One after the other, for the order of mistakes.
      // oxlint-disable-next-line no-await-in-loop
      await issues.within(below(pointer, one.key), () => assertExtends(one, after, DOING));
    const steps: Step[] = [];
    for (const [key, { key: _, ...stated }] of basesFirst(wanted)) {
      const known = there.get(key) ?? null;
      const request = { ...USUAL, ...stated };
      const change = changeOf(CALENDARS.name, key, known?.item ?? null, itemOf(request));
      if (change === null) continue;
      if (!context.permits(Permission.EditJobs))
        issues.forbid(below(pointer, key), Permission.EditJobs, null);
      steps.push({
        change,
        run: () =>
          known === null
            ? scheduler.calendars.create({ ...request, key })
            : scheduler.calendars.update(key, request, [known.calendar.revision]),
      });
    }
    const removals: Step[] = [];
    const gone = [...there].filter(([key]) => prune && !Object.hasOwn(value, key));
    const ofKey = new Map(gone.map(([key, { calendar }]) => [key, calendar]));
    // Those that extend others are removed before them.
    for (const [key, { revision }] of basesFirst(ofKey).toReversed()) {
      const change = changeOf(CALENDARS.name, key, there.get(key)?.item ?? null, null);
      if (change === null) continue;
      if (!context.permits(Permission.EditJobs)) issues.forbid(pointer, Permission.EditJobs, null);
      removals.push({ change, run: () => scheduler.calendars.remove(key, [revision]) });
    }
    return planOf(steps, removals);
  },
};

/** A calendar, beside how the document has it. */
interface Known {
  readonly calendar: Calendar;
  readonly item: JsonObject;
}

async function calendarsIn({ scheduler }: ConfigContext): Promise<ReadonlyMap<string, Known>> {
  const all = await scheduler.calendars.list();
  return new Map(all.map((calendar) => [calendar.key, { calendar, item: itemOf(calendar) }]));
}

/** @throws MoJobError `invalid_argument` */
function read(key: string, value: unknown): NewCalendar {
  if (isObject(value) && "key" in value) throw invalidInput(DOING, [issueAt("/key", "unknown_name")]);
  return parseNewCalendar(isObject(value) ? { ...value, key } : value, DOING);
}

function itemOf(calendar: Omit<NewCalendar, "key">): JsonObject {
  const { name, weekend, extends: bases, days, names, coveredFrom, coveredTo, source } = calendar;
  const values = jsonOf({
    weekend,
    extends: bases,
    days,
    names,
    coveredFrom,
    coveredTo,
    source,
  }) as JsonObject;
  const usual = jsonOf(USUAL) as JsonObject;
  const stated = Object.entries(values).filter(([field, value]) => !isSame(value, usual[field]));
  return { name, ...Object.fromEntries(stated.map(([field, value]) => [field, ordered(value)])) };
}

/** In an order in which each can be made: after those that it extends. A circle is refused before. */
function basesFirst<Item extends Pick<NewCalendar, "extends">>(
  calendars: ReadonlyMap<string, Item>,
): readonly (readonly [key: string, calendar: Item])[] {
  const found = new Map<string, Item>();
  const begun = new Set<string>();
  const visit = (key: string): void => {
    const calendar = calendars.get(key);
    if (calendar === undefined || begun.has(key)) return;
    begun.add(key);
    for (const base of calendar.extends ?? []) visit(base);
    found.set(key, calendar);
  };
  for (const key of calendars.keys()) visit(key);
  return [...found];
}

import { type Calendar, invalidInput, issueAt } from "@mojob/core/engine";
import { MOST_LEVELS } from "./resolve-calendar.ts";

type Extending = Pick<Calendar, "key" | "extends">;

/** @throws MoJobError `invalid_argument` for a calendar that is not there, a circle, and more than four calendars one after another */
export function assertExtends(
  calendar: Extending,
  calendars: ReadonlyMap<string, Extending>,
  doing: string,
): void {
  for (const [index, key] of calendar.extends.entries()) {
    const pointer = `/extends/${index}`;
    if (key !== calendar.key && !calendars.has(key))
      throw invalidInput(doing, [issueAt(pointer, "no_such_calendar", { key })]);
    for (const path of pathsFrom([calendar.key, key], calendars)) {
      if (path.at(-1) === calendar.key)
        throw invalidInput(doing, [issueAt(pointer, "calendar_cycle", { path })]);
    }
  }
  // Those that extend it have its levels below their own.
  const all = new Map(calendars).set(calendar.key, calendar);
  for (const { key } of all.values())
    for (const path of pathsFrom([key], all))
      if (path.length > MOST_LEVELS + 1 && path.includes(calendar.key))
        throw invalidInput(doing, [issueAt("/extends", "calendar_too_deep", { max: MOST_LEVELS })]);
}

/** The ways along what calendars extend, each as far as it goes or to where it comes round. */
function* pathsFrom(
  path: readonly string[],
  calendars: ReadonlyMap<string, Extending>,
): Generator<readonly string[]> {
  yield path;
  const last = path.at(-1) ?? "";
  if (path.length > MOST_LEVELS + 1 || path.indexOf(last) < path.length - 1) return;
  for (const key of calendars.get(last)?.extends ?? []) yield* pathsFrom([...path, key], calendars);
}

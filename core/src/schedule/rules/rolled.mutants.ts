/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "calendars: fires that come together are named by the farthest time",
    text: "      if (!this.#isNext) break;",
    instead: "      break;",
    test: "core/src/schedule/rules/calendar-times.property.test.ts",
    testName: "fires when a scan over the days says",
  },
  {
    name: "calendars: a fire is moved past days that nobody knows",
    text: "if (rule.isHeld(target)) return null;",
    instead: "if (rule.isHeld(target)) continue;",
    test: "core/src/schedule/rules/calendar-times.property.test.ts",
    testName: "fires when a scan over the days says",
  },
] as const;

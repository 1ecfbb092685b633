/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "windows: what one keeps for its end begins where another is still open",
    text: "opening = at && joinedAt(this.#windows, at);",
    instead: "opening = at && (this.#windows[0]?.at(at) ?? null);",
    test: "core/src/schedule/windows/held-times.property.test.ts",
    testName: "walk minute by minute",
  },
  {
    name: "windows: a fire of a window that leaves its fires out begins at its end",
    text: "if (window.window.fires !== WindowFires.FireOnce) continue;",
    instead: "",
    test: "core/src/schedule/windows/held-times.property.test.ts",
    testName: "walk minute by minute",
  },
  {
    name: "windows: one that began before is owed again after a change of its schedule",
    text: "until !== null && this.nominalOf(until) <= instant ? until : bound",
    instead: "bound",
    test: "core/src/schedule/windows/held-times.property.test.ts",
    testName: "stand for a later one",
  },
] as const;

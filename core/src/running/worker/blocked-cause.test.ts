import { expect, test } from "vitest";
import { isByMachine } from "./blocked-cause.ts";

test.for([
  { what: "a job computed on a machine that has time", ms: 4200, waitedMs: 10, byMachine: false },
  { what: "a job waited without giving the loop back", ms: 4200, waitedMs: 0, byMachine: false },
  { what: "the process got 12 % of a processor", ms: 4200, waitedMs: 3700, byMachine: true },
  { what: "a short computation took long beside others", ms: 10_000, waitedMs: 8100, byMachine: true },
  {
    what: "a job computed for long, and the machine was busy too",
    ms: 10_000,
    waitedMs: 7900,
    byMachine: false,
  },
  { what: "the wait began before the pause", ms: 2100, waitedMs: 2300, byMachine: true },
  { what: "the system does not say", ms: 4200, waitedMs: null, byMachine: false },
])("isByMachine() is $byMachine where $what", ({ ms, waitedMs, byMachine }) => {
  expect(isByMachine({ ms, waitedMs })).toBe(byMachine);
});

import { CallerCounts } from "../../auth/caller-counts.ts";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";

/** Counts the event streams that are open: somebody has one in each window, and some programs. */
export function createOpenStreams(): CallerCounts {
  return new CallerCounts({
    mostOfOne: 50,
    mostOfUnnamed: 200,
    most: 2000,
    refuse: (why) =>
      httpProblem(HttpProblemCode.TooManyStreams, `Cannot open another event stream: ${why} are open`),
  });
}

import { CallerCounts } from "../auth/caller-counts.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";

/**
 * Counts the calls of a tenant that check or preview something, which take turns: nobody has so many under way that others of the tenant
 * wait for long. A page has one or two at a time.
 */
export function createLongCalls(): CallerCounts {
  return new CallerCounts({
    mostOfOne: 10,
    mostOfUnnamed: 40,
    most: 200,
    refuse: (why) =>
      httpProblem(
        HttpProblemCode.PreviewBusy,
        `Cannot check or preview more at once: ${why} are under way`,
        {},
        { "Retry-After": "1" },
      ),
  });
}

import { expect, it } from "vitest";
import { withNames } from "./with-names.ts";

const nameOf = (label: string): string => ({ "user:li": "李" })[label] ?? label;

it("withNames() names people, also in a reason within, and leaves runs and all else as they are", () => {
  expect(withNames({ by: "user:li", ms: 5, jobs: ["user:li"] }, nameOf)).toEqual({
    by: "李",
    ms: 5,
    jobs: ["user:li"],
  });
  expect(withNames({ reason: { code: "app_stopped", parameters: { by: "user:li" } } }, nameOf)).toEqual({
    reason: { code: "app_stopped", parameters: { by: "李" } },
  });
  expect(withNames({ by: "sync:499" }, nameOf)).toEqual({ by: "sync:499" });
  expect(withNames(null, nameOf)).toBeNull();
});

import { expect, test } from "vitest";
import { anExecutor } from "@mojob/test-fixtures/world";
import { RunOwners } from "./run-owners.ts";

const seenAt = new Date("2026-03-02T10:01:00Z");
const begun = (secondsBefore: number) => ({
  id: "run",
  worker: "w",
  startedAt: new Date(seenAt.getTime() - secondsBefore * 1000),
});

test.each([
  ["that its worker names", { holds: ["run"] }, begun(60), true, false],
  ["that its worker does not name", { holds: ["other"] }, begun(60), false, true],
  ["that began too recently to be named", { holds: [] }, begun(6), true, false],
  ["of a worker with too many runs to name", { holds: null }, begun(60), true, false],
  ["of a worker that names none, as earlier versions do", {}, begun(60), true, false],
  ["of another worker", { holds: ["run"] }, { ...begun(60), worker: "dead" }, false, false],
  ["of no worker", { holds: ["run"] }, { ...begun(60), worker: null }, false, false],
])("a run %s", (_what, presence, run, has, isDisowned) => {
  const owners = new RunOwners([anExecutor({ id: "w", lastSeenAt: seenAt, ...presence })]);
  expect([owners.has(run), owners.isDisowned(run)]).toEqual([has, isDisowned]);
});

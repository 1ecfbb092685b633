import { describe, expect, it } from "vitest";
import { methodRulesOf } from "../feature/features.ts";
import { needsOf as needsIn, permissionsFor, type Use } from "./needs.ts";

const RULES = methodRulesOf([]);
const needsOf = (uses: readonly Use[]) => needsIn(uses, RULES);

describe("needsOf()", () => {
  it("is each permission of what is used once", () => {
    expect(needsOf(["instances.cancel", "instances.get", "jobs.names", "workers", "debugMode"])).toEqual({
      always: ["runs:cancel", "runs:read", "workers:read"],
      sometimes: [],
    });
    expect(needsOf([])).toEqual({ always: [], sometimes: [] });
  });

  it("keeps apart what only some requests need", () => {
    expect(needsOf(["jobs.pause", "jobs.get", "jobs.update?", "jobs.list?"])).toEqual({
      always: ["jobs:pause", "jobs:read"],
      sometimes: ["runs:cancel", "jobs:edit", "work:edit", "secrets:use", "runs:trigger"],
    });
    expect(needsOf(["instances.bulk?"]).always).toEqual([]);
  });

  it("names what a method checks itself among what some requests need", () => {
    expect(needsOf(["instances.trigger"])).toEqual({
      always: ["runs:trigger"],
      sometimes: ["runs:override"],
    });
  });

  it("takes a permission for what is done without a method", () => {
    expect(needsOf(["executors:run", "registry.declare"]).always).toEqual(["executors:run"]);
  });

  it("refuses a method that does not exist, and does not compile with one", () => {
    const refused = expect.objectContaining({ code: "invalid_argument" }) as Error;
    // @ts-expect-error no such method
    expect(() => needsOf(["jobs.explode"])).toThrow(refused);
    // @ts-expect-error no such service
    expect(() => needsOf(["nothing.get"])).toThrow(refused);
    // @ts-expect-error of every object, and of no service
    expect(() => needsOf(["jobs.toString"])).toThrow(refused);
  });
});

it("permissionsFor() adds what the arguments need", () => {
  const { pause, stopApp } = RULES.jobs;
  const of = (rule: typeof pause | typeof stopApp, args: readonly unknown[], stopWaiting = "hold" as const) =>
    permissionsFor(rule as never, args, { stopWaiting });
  expect(of(pause, ["a"])).toEqual(["jobs:pause"]);
  expect(of(pause, ["a", { waiting: "cancel" }])).toEqual(["jobs:pause", "runs:cancel"]);
  expect(of(stopApp, ["a"])).toEqual(["jobs:pause"]);
  expect(permissionsFor(stopApp as never, ["a"], { stopWaiting: "cancel" })).toEqual([
    "jobs:pause",
    "runs:cancel",
  ]);
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { neededBy } from "@mojob/test-services/needs";
import { describe, expect, it } from "vitest";
import { CORE } from "./core-list.ts";
import { filesOf, leftOut, LONG, parseTestList, ROOT, testFiles } from "./lists.ts";

describe("the lists of tests", () => {
  const [quick, core, night] = [filesOf("quick"), filesOf("core"), filesOf("night")];

  it("have each test file once", () => {
    expect([...quick, ...core, ...night].toSorted()).toEqual(testFiles());
    expect(leftOut("core").toSorted()).toEqual([...quick, ...night].toSorted());
    expect(leftOut("all")).toEqual([]);
  });

  it("leave nothing in the quick one that is downloaded or built", () => {
    expect(neededBy(quick.map((path) => join(ROOT, path)))).toEqual([]);
  });

  it("show in the gate each real part that has tests at all", () => {
    const shownElsewhere = ["connections", "executors", "frameworks", "production"];
    const needs = neededBy(night.map((path) => join(ROOT, path)));
    expect(neededBy(core.map((path) => join(ROOT, path))).toSorted()).toEqual(
      needs.filter((need) => !shownElsewhere.includes(need)).toSorted(),
    );
  });

  it("leave to the night what is neither quick nor the one file that shows its promise", () => {
    expect(night).toEqual(
      expect.arrayContaining([
        "adapters/mongodb/src/standalone-contract.test.ts",
        "panel/test/chinese.test.ts",
        "test/behaviour/temporal-starting.test.ts",
        "test/model/waiting.test.ts",
      ]),
    );
    expect(quick).toContain("core/src/schedule/schedule.property.test.ts");
  });

  it("name no file that is not there", () => {
    const named = [...Object.keys(LONG), ...Object.keys(CORE)];
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("are named: another name is refused with those that there are", () => {
    expect(() => parseTestList("fast")).toThrow(
      'There is no list of tests "fast": one of all, quick, core, night',
    );
  });
});

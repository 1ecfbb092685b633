import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { neededBy } from "@mojob/test-services/needs";
import { describe, expect, it } from "vitest";
import { leftOut, LONG, parseTestList, testFiles } from "./lists.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("the lists of tests", () => {
  const rest = leftOut("quick");
  const quick = leftOut("rest");

  it("have each test file once", () => {
    expect([...quick, ...rest].toSorted()).toEqual(testFiles());
    expect(leftOut("all")).toEqual([]);
  });

  it("leave nothing in the quick one that is downloaded or built", () => {
    expect(neededBy(quick.map((path) => `${ROOT}${path}`))).toEqual([]);
  });

  it("keep what needs a server, a browser or another runtime for the rest", () => {
    expect(rest).toEqual(
      expect.arrayContaining([
        "adapters/mongodb/src/contract.test.ts",
        "panel/test/jobs.test.ts",
        "test/behaviour/temporal-starting.test.ts",
        "test/runtimes/bun.test.ts",
      ]),
    );
    expect(quick).toContain("core/src/schedule/schedule.property.test.ts");
  });

  it("name no file that is not there as a long one", () => {
    expect(Object.keys(LONG).filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
  });

  it("are named: another name is refused with those that there are", () => {
    expect(() => parseTestList("fast")).toThrow('There is no list of tests "fast": one of all, quick, rest');
  });
});

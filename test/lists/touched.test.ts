import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { secondsOf } from "./durations.ts";
import { filesOf, ROOT } from "./lists.ts";
import { SOURCES, sourcesOf } from "./sources.ts";
import { touchedTests } from "./touched.ts";

const night = filesOf("night");
const HOUR = 3600;

describe("touchedTests()", () => {
  it("chooses the tests that are about a changed file, and no others", () => {
    const { chosen, left } = touchedTests(night, ["panel/app/pages/why/why-page.tsx"], HOUR);
    expect(chosen).toEqual(["panel/test/why.test.ts"]);
    expect(left).toEqual([]);
  });

  it("chooses a test that has itself changed", () => {
    expect(touchedTests(night, ["test/cost/temporal.test.ts"], HOUR).chosen).toEqual([
      "test/cost/temporal.test.ts",
    ]);
  });

  it("takes the shortest first, and names those for which no time is left", () => {
    const all = touchedTests(night, ["adapters/mongodb/src/x.ts"], Infinity).chosen;
    const seconds = all.slice(0, 3).reduce((sum, path) => sum + secondsOf(path), 0);
    const { chosen, left } = touchedTests(night, ["adapters/mongodb/src/x.ts"], seconds);
    expect(chosen).toEqual(all.slice(0, 3));
    expect(left).toEqual(all.slice(3));
  });

  it("chooses nothing for pages of the docs that no test is about", () => {
    expect(touchedTests(night, ["CHANGELOG.md"], HOUR)).toEqual({ chosen: [], left: [] });
  });
});

describe("what tests are about", () => {
  it("is there", () => {
    // Folders of tests that a change to come will bring are not missed.
    const named = Object.entries(SOURCES).filter(([tests]) => night.some((path) => path.startsWith(tests)));
    expect(named.flatMap(([, sources]) => sources).filter((path) => !existsSync(join(ROOT, path)))).toEqual(
      [],
    );
  });

  it("is more than the test itself", () => {
    for (const path of night) expect(sourcesOf(path).length, path).toBeGreaterThan(1);
  });
});

import { describe, expect, it } from "vitest";
import { longFunctions } from "./long-functions.ts";
import { isTestFile, sourceFiles } from "./source.ts";

const LONGEST = 60;

/** Stories and scripts are read from the top to the end; what a screen shows is its markup. */
const APART = /^(examples|bench|scripts|deploy)\/|^test\/|\.config\.ts$|\.tsx$/;

/** Lists of routes are data: each entry is a declaration of its own, and handlers in it stay short. */
const ROUTES = /^create\w*Routes$/;

/**
 * Functions that are still too long. The list only shrinks: an entry whose function has been split is removed from it, and no new one
 * is added.
 */
const STILL_LONG: ReadonlySet<string> = new Set([
  "panel/app/pages/jobs/edit/use-options-form.ts: useOptionsForm",
]);

const long = sourceFiles()
  .filter((path) => !isTestFile(path) && !APART.test(path))
  .flatMap((path) => longFunctions(path, LONGEST).map((found) => ({ path, ...found })))
  .filter(({ name }) => !ROUTES.test(name));

describe("functions", () => {
  it(`that ship have at most ${LONGEST} lines: a part with a name of its own is a function of its own`, () => {
    const found = long.filter(({ path, name }) => !STILL_LONG.has(`${path}: ${name}`));
    expect(found.map(({ path, name, lines }) => `${path}: ${name} has ${lines}`)).toEqual([]);
  });

  it("that have been split leave the list of long ones", () => {
    const named = new Set(long.map(({ path, name }) => `${path}: ${name}`));
    expect([...STILL_LONG].filter((entry) => !named.has(entry))).toEqual([]);
  });
});

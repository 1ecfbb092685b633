import { expect, it } from "vitest";
import { publishable } from "./repository.ts";
import { exportedNames, namesImportedFrom, resolveFrom, sourceFiles } from "./source.ts";

// A name that disappears breaks users' programs: look at the difference, then `npx vitest run test/repo -u`.

it.each(publishable)("$manifest.name exports what public-surface/ says", async ({ folder, manifest }) => {
  const sections = Object.entries(manifest.exports ?? {}).map(([entry, target]) => {
    const names = exportedNames(resolveFrom(`${folder}/package.json`, target));
    expect(names.length, `${manifest.name} "${entry}" exports nothing`).toBeGreaterThan(0);
    return [`[${entry}]`, ...names, ""].join("\n");
  });
  const file = `public-surface/${manifest.name.replace("@mojob/", "")}.txt`;
  await expect(sections.join("\n")).toMatchFileSnapshot(file);
});

/** An author of a first job does not look through more than this; the rest has entries of its own. */
const MOST_AUTHOR_NAMES = 47;

it(`@mojob/core offers authors at most ${MOST_AUTHOR_NAMES} names`, () => {
  expect(exportedNames("core/src/mod.ts").length).toBeLessThanOrEqual(MOST_AUTHOR_NAMES);
});

it("@mojob/core/engine exports only what another package imports", () => {
  const imported = namesImportedFrom(
    "@mojob/core/engine",
    sourceFiles().filter((path) => !path.startsWith("core/src/")),
  );
  const unused = exportedNames("core/src/engine.ts").filter(
    (name) => !imported.has(name.replace("type ", "")),
  );
  expect(unused).toEqual([]);
});

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

/**
 * An author of a first job does not look through more than this; the rest has entries of its own. Two of them are there to be named in the declarations of
 * programs that export their jobs.
 */
const MOST_AUTHOR_NAMES = 54;

it(`@mojob/core offers authors at most ${MOST_AUTHOR_NAMES} names`, () => {
  expect(exportedNames("core/src/mod.ts").length).toBeLessThanOrEqual(MOST_AUTHOR_NAMES);
});

// Types are left out: a program that names a part of a record needs its type.
it.each(["engine", "ports"])("@mojob/core/%s exports no value that no other package imports", (entry) => {
  const imported = namesImportedFrom(
    `@mojob/core/${entry}`,
    sourceFiles().filter((path) => !path.startsWith("core/src/")),
  );
  const unused = exportedNames(`core/src/${entry}.ts`).filter(
    (name) => !name.startsWith("type ") && !imported.has(name),
  );
  expect(unused).toEqual([]);
});

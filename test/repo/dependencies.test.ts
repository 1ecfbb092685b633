import { expect, it } from "vitest";
import {
  dependenciesOf,
  packages,
  publishable,
  readJson,
  readText,
  rootManifest,
  type WorkspacePackage,
} from "./repository.ts";

const page = readText("docs/dependencies.md");

function outside(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => !name.startsWith("@mojob/")).sort();
}

function rows(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| `.*\|$/gm)].map(([row]) =>
    row
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", ""))
      .slice(1, -1),
  );
}

function shippedWith({ manifest }: WorkspacePackage): readonly string[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
}

const shipped = outside(publishable.flatMap(shippedWith));
const all = outside(
  [rootManifest, ...packages.map(({ manifest }) => manifest)].flatMap((one) =>
    Object.keys(dependenciesOf(one)),
  ),
);

it("docs/dependencies.md has every dependency that ships, with the packages it ships with", () => {
  const wanted = shipped.map((name) => [
    name,
    publishable
      .filter((one) => shippedWith(one).includes(name))
      .map(({ manifest }) => manifest.name.replace("@mojob/", ""))
      .join(", "),
  ]);
  expect(rows("Shipped").map(([name, of]) => [name, of])).toEqual(wanted);
});

it("docs/dependencies.md has every other dependency", () => {
  expect(rows("For development").map(([name]) => name)).toEqual(
    all.filter((name) => !shipped.includes(name)),
  );
});

it("docs/dependencies.md says the licence each has", () => {
  const said = [...rows("Shipped"), ...rows("For development")].map((row) => [row[0], row.at(-2)]);
  const have = said.map(([name]) => [name, licenceOf(readJson(`node_modules/${name}/package.json`))]);
  expect(said).toEqual(have);
});

/** Packages of before 2016 have a list of them. */
function licenceOf({
  license,
  licenses,
}: {
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
}): string | undefined {
  return license ?? licenses?.map(({ type }) => type).join(" or ");
}

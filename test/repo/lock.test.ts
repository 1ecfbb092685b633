import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

const { packages } = JSON.parse(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
) as { readonly packages: Readonly<Record<string, LockedPackage>> };

/** What npm downloads, and not what is a folder of this repository. */
const DOWNLOADED = Object.entries(packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && link !== true,
);

it("the lock says what the bytes of each package are; `npm run lock` asks for those that npm left out", () => {
  const without = DOWNLOADED.filter(([, { integrity }]) => integrity === undefined);
  expect(without.map(([path]) => path)).toEqual([]);
});

it("the lock names no package by a weaker hash", () => {
  const weak = DOWNLOADED.filter(
    ([, { integrity }]) => integrity !== undefined && !integrity.startsWith("sha512-"),
  );
  expect(weak.map(([path]) => path)).toEqual([]);
});

it("the lock is in npm's order, so that an install leaves it as it is", () => {
  const moved = DOWNLOADED.filter(([, one]) => {
    const names = Object.keys(one).filter((name) => name !== "resolved");
    return "integrity" in one && names.indexOf("integrity") !== names.indexOf("version") + 1;
  });
  expect(moved.map(([path]) => path)).toEqual([]);
});

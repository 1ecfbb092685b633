import { describe, expect, it } from "vitest";
import { readJson, readText, repositoryFiles } from "./repository.ts";

const workflows = repositoryFiles().filter((path) => path.startsWith(".github/workflows/"));

interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  /** Where it is for one platform alone. */
  readonly os?: readonly string[];
}

describe("the supply chain", () => {
  it("has actions by hash, with the version beside it: a tag can be moved", () => {
    const used = workflows.flatMap((path) =>
      [...readText(path).matchAll(/uses:\s*(.+)/g)].map(([, action = ""]) => action.trim()),
    );
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  });

  it("asks for known holes before a release", () => {
    expect(readText(".github/workflows/release.yml")).toContain("npm run check:audit");
  });

  // Rows for other platforms are written without the registry (scripts/complete-lock.ts), which knows no hash of them.
  it("has in the lock a hash for each package that every platform installs", () => {
    const { packages } = readJson<{ packages: Readonly<Record<string, LockedPackage>> }>("package-lock.json");
    const outside = Object.entries(packages).filter(
      ([path, { link, os }]) => path.includes("node_modules/") && link !== true && os === undefined,
    );
    expect(outside.length).toBeGreaterThan(100);
    expect(
      outside.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([path]) => path),
    ).toEqual([]);
  });

  it("names a version for each image of the deployment", () => {
    const images = [...readText("deploy/compose.yaml").matchAll(/^\s*image:\s*(\S+)/gm)].map(
      ([, image = ""]) => image,
    );
    const outside = images.filter((image) => image !== "mojob");
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((image) => !/:\d+[\w.-]*$/.test(image))).toEqual([]);
  });
});

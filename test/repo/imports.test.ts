import { describe, expect, it } from "vitest";
import {
  AMBIENT,
  AMBIENT_ALLOWED,
  IMPORT_LAWS,
  NODE_MODULES_ALLOWED,
  SINGLE_FILE_PACKAGES,
  type ImportLaw,
} from "./import-laws.ts";
import {
  dependenciesOf,
  type Manifest,
  packages,
  publishable,
  readJson,
  rootManifest,
  type WorkspacePackage,
} from "./repository.ts";
import { isTestFile, packageOf, readSource, resolveFrom, sourceFiles } from "./source.ts";

const FRAMEWORKS = "examples/frameworks/";
const files = sourceFiles();
const shipped = files.filter((path) => !isTestFile(path));
/** The core's own testing helpers are published too; what `panel/app` holds is, once it is built. */
const published = [...publishable.map(({ folder }) => `${folder}/src/`), "panel/app/"].flatMap((folder) =>
  files.filter((path) => path.startsWith(folder) && !/\.test\.tsx?$/.test(path)),
);

function isBare(specifier: string): boolean {
  return !specifier.startsWith(".");
}

function allows(law: ImportLaw, specifier: string): boolean {
  if (law.mayNot?.includes(specifier)) return false;
  return law.may.some((name) => specifier === name || packageOf(specifier) === name);
}

/** The innermost package a file is in. */
function homeOf(path: string): WorkspacePackage | undefined {
  return packages
    .filter(({ folder }) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

describe("imports", () => {
  it("stay within what the law of their package allows", () => {
    const broken = published.flatMap((path) => {
      const law = IMPORT_LAWS.find((row) => row.files.test(path));
      if (!law) return [];
      return readSource(path)
        .imports.filter((specifier) => isBare(specifier) && !allows(law, specifier))
        .map((specifier) => `${path} imports "${specifier}": ${law.because}`);
    });
    expect(broken).toEqual([]);
  });

  it("lead from a control plane to nothing that holds or loads the code of jobs", () => {
    const reached = new Set(
      files.filter(
        (path) =>
          path === "server/programs/control-plane.ts" ||
          (path.startsWith("runtime-temporal/src/control-plane/") && !isTestFile(path)),
      ),
    );
    expect(reached.size).toBeGreaterThan(5);
    const others = new Set<string>();
    for (const path of reached)
      for (const specifier of readSource(path).imports)
        if (isBare(specifier)) others.add(specifier);
        else reached.add(resolveFrom(path, specifier));
    expect([...reached].filter((path) => path.includes("/worker/") || path.endsWith("/jobs.ts"))).toEqual([]);
    expect(
      [...others].filter((name) => /^@mojob\/(threads|\w+-runner|runtime-temporal\/worker)/.test(name)),
    ).toEqual([]);
  });

  it("name their modules, but for the thread that loads the modules of jobs", () => {
    expect(published.filter((path) => readSource(path).importsByValue)).toEqual([
      "adapters/threads/src/thread/loaded-code.ts",
    ]);
  });

  it.each(publishable.map(({ folder }) => folder))("of %s have a law", (folder) => {
    expect(IMPORT_LAWS.some((law) => law.files.test(`${folder}/src/mod.ts`))).toBe(true);
  });

  it.each(SINGLE_FILE_PACKAGES)("of %s are in one file", (name) => {
    const importers = published.filter((path) =>
      readSource(path).imports.some((from) => packageOf(from) === name),
    );
    expect(
      importers.length,
      `one file wraps it, so that it can be replaced: ${importers.join(", ")}`,
    ).toBeLessThan(2);
  });

  it("of core/workflow-safe reach pure files of the core alone", () => {
    const reached = new Set(["core/src/workflow-safe.ts"]);
    for (const path of reached) {
      for (const specifier of readSource(path).imports) {
        expect(
          isBare(specifier),
          `${path} imports "${specifier}", which a workflow bundle must not hold`,
        ).toBe(false);
        reached.add(resolveFrom(path, specifier));
      }
    }
    const impure = [...reached].filter(
      (path) => !/^core\/src\/(workflow-safe\.ts$|base\/|model\/|placement\/liveness\.ts$)/.test(path),
    );
    expect(impure).toEqual([]);
    expect([...reached]).not.toContain("core/src/base/clock.ts");
  });

  it("never reach into another package's folder", () => {
    const broken = files.flatMap((path) => {
      const home = homeOf(path)?.folder;
      return readSource(path)
        .imports.filter(
          (specifier) =>
            /^@mojob\/[^/]+\/src\//.test(specifier) ||
            (!isBare(specifier) &&
              home !== undefined &&
              !resolveFrom(path, specifier).startsWith(`${home}/`)),
        )
        .map((specifier) => `${path} imports "${specifier}": import the package by its name`);
    });
    expect(broken).toEqual([]);
  });

  it("are declared by the package that has them", () => {
    const broken = files.flatMap((path) => {
      // No workspace, so that a clone is spared the frameworks: its programs run with what its own package.json names.
      const home = path.startsWith(FRAMEWORKS)
        ? readJson<Manifest>(`${FRAMEWORKS}package.json`)
        : (homeOf(path)?.manifest ?? rootManifest);
      const declared: Readonly<Record<string, string>> = isTestFile(path)
        ? { ...dependenciesOf(rootManifest), ...dependenciesOf(home) }
        : dependenciesOf(home);
      return (
        readSource(path)
          .imports.filter((specifier) => isBare(specifier) && !/^(node|data):/.test(specifier))
          .map(packageOf)
          .filter((name) => name !== home.name && declared[name] === undefined)
          // A test may stand on other packages of this repository; what ships may not.
          .filter(
            (name) => !((isTestFile(path) || path.startsWith(FRAMEWORKS)) && name.startsWith("@mojob/")),
          )
          .map((name) => `${path} imports "${name}", which ${home.name} does not declare`)
      );
    });
    expect(broken).toEqual([]);
  });

  it("of node: modules are in the Node adapter, examples, benchmarks and tests alone", () => {
    const broken = shipped
      .filter((path) => !NODE_MODULES_ALLOWED.test(path))
      .flatMap((path) =>
        readSource(path)
          .imports.filter((specifier) => specifier.startsWith("node:"))
          .map(
            (specifier) =>
              `${path} imports "${specifier}": everything else runs on Bun and Deno as it does on Node`,
          ),
      );
    expect(broken).toEqual([]);
  });
});

describe("time and chance", () => {
  it("come through a port, so that a test can own them", () => {
    const broken = shipped
      .filter((path) => !AMBIENT_ALLOWED.test(path))
      .flatMap((path) => {
        const { code } = readSource(path);
        return AMBIENT.flatMap(([pattern, instead]) =>
          [...code.matchAll(pattern)].map((found) => {
            const line = code.slice(0, found.index).split("\n").length;
            return `${path}:${line} uses ${found[0].trim()}; use ${instead}`;
          }),
        );
      });
    expect(broken).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { packages, publishable, readJson, rootManifest, type Manifest } from "./repository.ts";

interface DenoManifest extends Manifest {
  readonly workspace?: readonly string[];
  readonly publish?: { readonly exclude: readonly string[] };
}

describe("workspaces", () => {
  it("that are published are deno.json's", () => {
    const listed = readJson<DenoManifest>("deno.json").workspace ?? [];
    expect([...listed].sort()).toEqual(publishable.map(({ folder }) => `./${folder}`).sort());
  });

  it.each(publishable)("$folder says the same in package.json and deno.json", ({ folder, manifest }) => {
    const { name, version, license, exports, publish } = readJson<DenoManifest>(`${folder}/deno.json`);
    expect(publish?.exclude).toEqual(expect.arrayContaining(["**/*.mutants.ts", "**/*.test.ts"]));
    expect({ name, version, license, exports }).toEqual({
      name: manifest.name,
      version: manifest.version,
      license: manifest.license,
      exports: manifest.exports,
    });
  });

  it.each(publishable)("$folder is ready to be published", ({ manifest }) => {
    expect(manifest.name).toMatch(/^@mojob\/[a-z-]+$/);
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest.license).toBe(rootManifest.license);
    expect(manifest.description).toMatch(/^[A-Z].{10,}[^.]$/);
    expect(manifest.sideEffects).toBe(false);
    for (const target of Object.values(manifest.exports ?? {})) expect(target).toMatch(/^\.\/src\/.+\.tsx?$/);
  });

  it("all have one version", () => {
    expect(new Set(publishable.map(({ manifest }) => manifest.version)).size).toBe(1);
  });

  it("ask for each other by that version", () => {
    const wanted = `^${publishable[0]?.manifest.version}`;
    const names = new Set(publishable.map(({ manifest }) => manifest.name));
    const wrong = packages.flatMap(({ manifest }) =>
      Object.entries(manifest.dependencies ?? {})
        .filter(([name, range]) => names.has(name) && range !== wanted)
        .map(([name, range]) => `${manifest.name} asks for ${name} ${range}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(publishable)(
    "$folder asks for ranges, so that a program has one copy of each dependency",
    ({ manifest }) => {
      const pinned = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
      expect(pinned.filter(([, range]) => !range.startsWith("^"))).toEqual([]);
    },
  );

  it("install without a warning on Node 20: `npm run lock` leaves out which Node a package asks for", () => {
    const { packages: locked } = readJson<{ packages: Record<string, { engines?: unknown }> }>(
      "package-lock.json",
    );
    const asking = Object.entries(locked).filter(
      ([path, { engines }]) => path !== "" && engines !== undefined,
    );
    expect(asking.map(([path]) => path)).toEqual([]);
  });

  it("pin what comes from outside to one version each", () => {
    const versions = new Map<string, Set<string>>();
    for (const manifest of [rootManifest, ...packages.map((one) => one.manifest)]) {
      for (const [name, version] of Object.entries({
        ...manifest.dependencies,
        ...manifest.devDependencies,
      })) {
        // What is published asks for ranges; the lock pins them.
        const pinned = version.replace(/^\^/, "");
        if (!name.startsWith("@mojob/")) versions.set(name, (versions.get(name) ?? new Set()).add(pinned));
      }
    }
    const wrong = [...versions].filter(
      ([, found]) => found.size > 1 || ![...found].every((one) => /^(?:npm:[a-z-]+@)?\d/.test(one)),
    );
    expect(wrong.map(([name, found]) => `${name}: ${[...found].join(", ")}`)).toEqual([]);
  });
});

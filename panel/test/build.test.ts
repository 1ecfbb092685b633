import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { PANEL_BUILD } from "../src/panel-build.generated.ts";
import { isPanelBuilt } from "../scripts/build-panel.ts";

const BUDGET_BYTES = 200_000;
const STYLES_BUDGET_BYTES = 25_000;

function sizeOf(name: string): number {
  const asset = PANEL_BUILD.assets.find((one) => one.name === name);
  return asset === undefined ? Number.NaN : Buffer.from(asset.gzip, "base64").byteLength;
}

it("the panel that is served is that of the sources", () => {
  expect(isPanelBuilt(), "run `npm run build --workspace panel`").toBe(true);
});

it("the first load stays within its budget: 200 KB of JavaScript and 25 KB of styles, compressed", () => {
  const scripts = [...PANEL_BUILD.page.matchAll(/assets\/([\w.-]+\.js)"/g)].map(([, name]) => name ?? "");
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, name) => sum + sizeOf(name), 0);
  expect(bytes).toBeLessThan(BUDGET_BYTES);
  expect(bytes).toBeGreaterThan(100_000);
  const styles = sizeOf(/assets\/([\w.-]+\.css)"/.exec(PANEL_BUILD.page)?.[1] ?? "");
  expect(styles).toBeLessThan(STYLES_BUDGET_BYTES);
  expect(styles).toBeGreaterThan(10_000);
});

it("the licences of what is bundled are beside it", () => {
  const licences = PANEL_BUILD.assets.find(({ name }) => name === "licences.md");
  const text = gunzipSync(Buffer.from(licences?.gzip ?? "", "base64")).toString();
  for (const name of ["react-dom", "@mantine/core", "i18next"]) expect(text).toContain(name);
});

it("no two files of the panel import each other, because one of them would begin before the other has", () => {
  const imports = new Map(
    PANEL_BUILD.assets
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, gzip }) => [name, importedBy(gunzipSync(Buffer.from(gzip, "base64")).toString())]),
  );
  expect(imports.size).toBeGreaterThan(50);
  expect([...imports.values()].flat().length).toBeGreaterThan(100);
  const reach = (from: string): ReadonlySet<string> => {
    const reached = new Set(imports.get(from));
    for (const name of reached) for (const next of imports.get(name) ?? []) reached.add(next);
    return reached;
  };
  expect([...imports.keys()].filter((name) => reach(name).has(name))).toEqual([]);
});

/** The files that a file imports in the ordinary way, and not with `import()`. */
function importedBy(code: string): readonly string[] {
  return [...code.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map(([, name = ""]) => name);
}

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Of Mantine: all its styles in one file, and beside it those of each component in one of its own. */
const ALL = fileURLToPath(import.meta.resolve("@mantine/core/styles.css"));
const IMPORT = '@import "@mantine/core/styles.css";';
const NO_COMPONENTS = ["baseline", "default-css-variables", "global"];

/**
 * The names of the component styles that these modules need, in the order in which they are to be loaded. A component imports a module with the names of
 * its classes.
 */
export function usedStyles(moduleIds: Iterable<string>): readonly string[] {
  const used = new Set(NO_COMPONENTS);
  for (const id of moduleIds) {
    if (id.includes("/@mantine/core/") && id.endsWith(".module.mjs")) used.add(basename(id, ".module.mjs"));
  }
  const all = readFileSync(ALL, "utf8");
  const folder = join(dirname(ALL), "styles");
  return readdirSync(folder)
    .filter((file) => !file.endsWith(".layer.css"))
    .map((file) => ({ name: basename(file, ".css"), css: readFileSync(join(folder, file), "utf8").trim() }))
    .map(({ name, css }) => ({ name, place: placeOf(css, all, name) }))
    .filter(({ name }) => used.has(name))
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name);
}

function placeOf(css: string, all: string, name: string): number {
  const place = all.indexOf(css);
  if (place < 0) throw new Error(`Mantine's styles.css does not have the styles of "${name}" as they are`);
  return place;
}

/** Loads the styles of these components in place of those of all of them, most of which the panel never shows. */
export function onlyStyles(names: readonly string[]): Plugin {
  return {
    name: "only-used-styles",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith("/app/style.css")
        ? code.replace(IMPORT, names.map((name) => `@import "@mantine/core/styles/${name}.css";`).join("\n"))
        : null,
  };
}

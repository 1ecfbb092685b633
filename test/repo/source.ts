import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";
import { readText, repositoryFiles } from "./repository.ts";

/** A TypeScript file as its parser sees it. */
export interface Source {
  readonly path: string;
  /** The specifiers it imports or re-exports from, types included. */
  readonly imports: readonly string[];
  /** Whether it imports a module that only a value names. */
  readonly importsByValue: boolean;
  /** Its text with comments blanked out. */
  readonly code: string;
}

const cache = new Map<string, Source>();

export function readSource(path: string): Source {
  const known = cache.get(path);
  if (known) return known;
  const text = readText(path);
  const { module, comments } = parseSync(path, text);
  const asked = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  const named = asked.filter((request) => /^["'`][^$]*["'`]$/.test(request));
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...named.map((request) => request.slice(1, -1)),
  ];
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, " ") + code.slice(end);
  }
  const importsByValue = named.length < asked.length;
  const source: Source = { path, imports: [...new Set(imports)], importsByValue, code };
  cache.set(path, source);
  return source;
}

/** Whether a file is run by tests alone. */
export function isTestFile(path: string): boolean {
  return /\.(test|mutants)\.tsx?$|(^|\/)(test|testing|fixtures)\//.test(path);
}

export function sourceFiles(): readonly string[] {
  return repositoryFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".generated.ts"));
}

/** The path from the root a relative specifier means. */
export function resolveFrom(path: string, specifier: string): string {
  return normalize(join(dirname(path), specifier));
}

/** `@scope/name/entry` → `@scope/name`; `node:fs` → `node:fs`. */
export function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  return specifier.startsWith("@") ? `${first}/${second}` : first;
}

/** `name` for a value, `type name` for a type alone. */
export function exportedNames(path: string): readonly string[] {
  const names = new Set<string>();
  for (const { entries } of parseSync(path, readText(path)).module.staticExports) {
    for (const entry of entries) {
      const from = entry.moduleRequest?.value;
      if (entry.importName.kind === "AllButDefault" && from?.startsWith(".")) {
        for (const name of exportedNames(resolveFrom(path, from))) {
          names.add(entry.isType ? asType(name) : name);
        }
      } else if (entry.exportName.name !== null) {
        const isType = entry.isType || isTypeAtSource(path, entry.importName.name, from);
        names.add(isType ? asType(entry.exportName.name) : entry.exportName.name);
      }
    }
  }
  // A const object and a type of the same name are one export to its user.
  return [...names]
    .filter((name) => !names.has(name.replace(/^type /, "")) || !name.startsWith("type "))
    .sort();
}

/** The names that these files import or re-export from a package's entry; a const object and its type are one name. */
export function namesImportedFrom(specifier: string, paths: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of paths) {
    const text = readText(path);
    if (!text.includes(specifier)) continue;
    const { module } = parseSync(path, text);
    const entries = [
      ...module.staticImports
        .filter(({ moduleRequest }) => moduleRequest.value === specifier)
        .flatMap(({ entries }) => entries),
      ...module.staticExports
        .flatMap(({ entries }) => entries)
        .filter(({ moduleRequest }) => moduleRequest?.value === specifier),
    ];
    for (const { importName } of entries) if (importName.name !== null) names.add(importName.name);
  }
  return names;
}

function asType(name: string): string {
  return name.startsWith("type ") ? name : `type ${name}`;
}

function isTypeAtSource(path: string, name: string | null, from: string | undefined): boolean {
  return from?.startsWith(".") === true && exportedNames(resolveFrom(path, from)).includes(`type ${name}`);
}

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A program as its user has it: JavaScript beside the built packages, and no type is stripped while it runs. */
export interface BuiltProgram {
  readonly path: string;
  remove(): void;
}

export function buildProgram(source: string): BuiltProgram {
  const folder = mkdtempSync(join(tmpdir(), "mojob-built-"));
  const dist = join(folder, "dist");
  const modules = join(folder, "node_modules");
  const built = execFileSync(process.execPath, [join(ROOT, "scripts/build.ts"), dist], { encoding: "utf8" });
  mkdirSync(join(modules, "@mojob"), { recursive: true });
  for (const one of built.trim().split("\n")) {
    const { name } = JSON.parse(readFileSync(join(one, "package.json"), "utf8")) as { readonly name: string };
    renameSync(one, join(modules, name));
  }
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== "@mojob") symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  const path = join(folder, "program.mjs");
  writeFileSync(path, stripTypeScriptTypes(readFileSync(source, "utf8")));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

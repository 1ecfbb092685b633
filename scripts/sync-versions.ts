// Gives each deno.json the version of the package.json beside it, and the client in Python that of all packages: `npm run version` calls it after `changeset version`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly version?: string;
  readonly workspaces?: readonly string[];
  readonly workspace?: readonly string[];
}

const pathOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string): Manifest => JSON.parse(readFileSync(pathOf(path), "utf8")) as Manifest;

for (const folder of read("deno.json").workspace ?? []) {
  const { version } = read(`${folder}/package.json`);
  writeFileSync(
    pathOf(`${folder}/deno.json`),
    `${JSON.stringify({ ...read(`${folder}/deno.json`), version }, null, 2)}\n`,
  );
}

const python = pathOf("adapters/executor-gateway/clients/python/mojob.py");
const { version = "" } = read("adapters/executor-gateway/package.json");
writeFileSync(
  python,
  readFileSync(python, "utf8").replace(/^__version__ = ".*"$/m, `__version__ = "${version}"`),
);

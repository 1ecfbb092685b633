// Completes package-lock.json: `npm run lock`, after a package.json has changed.
//
// npm leaves optional packages for other platforms out of a lock when it cannot look them up, or when they are not installed
// (https://github.com/npm/cli/issues/4828); `npm ci` then fails, and those platforms lack their binaries. Their versions are
// known from the packages that ask for them; the integrity of each, which npm adds where it installs it, is asked of the registry. Deno
// takes this lock for its own where it finds no other, and a package without integrity for corrupt: "lock": false in deno.json keeps it from that.
//
// Which Node a package asks for is left out: npm on Node 20 would warn of what the Node that comes along runs.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

interface Platform {
  readonly cpu: readonly string[];
  readonly os: readonly string[];
  readonly libc?: readonly string[];
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

const PATH = fileURLToPath(new URL("../package-lock.json", import.meta.url));

const SYSTEMS: readonly string[] = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS: readonly string[] = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"];
const LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [/gnu|glibc/, "glibc"],
  [/musl/, "musl"],
];

/** What the registry says that a package's bytes are; it names no package that the lock does not have. */
function integrityOf(path: string, version: string): string {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const field = "dist.integrity";
  return execFileSync("npm", ["view", `${name}@${version}`, field], { encoding: "utf8" }).trim();
}

/** Where a platform package runs, read from its name; `null` for a package of another kind. */
function platformOf(name: string): Platform | null {
  const words = (name.split("/").at(-1) ?? "").split("-");
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) return null;
  const libc = os === "linux" ? LIBRARIES.find(([pattern]) => pattern.test(name))?.[1] : undefined;
  return { cpu: [cpu], ...(libc !== undefined && { libc: [libc] }), os: [os] };
}

const lock = JSON.parse(readFileSync(PATH, "utf8")) as Lock;
const added: string[] = [];
for (const [path, one] of Object.entries(lock.packages)) {
  if (path === "") continue;
  const { engines: _, ...rest } = one;
  lock.packages[path] = rest;
}
for (const { dev, optionalDependencies } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[path] !== undefined || platform === null || !/^\d/.test(version)) continue;
    lock.packages[path] = { version, ...platform, ...(dev === true && { dev }), optional: true };
    added.push(name);
  }
}
for (const [path, one] of Object.entries(lock.packages)) {
  const isInstalled = path.includes("node_modules/") && one["link"] !== true;
  if (!isInstalled || one["integrity"] !== undefined || one.version === undefined) continue;
  const { version, ...rest } = one;
  // In npm's order, or the next `npm install` would write the file again.
  lock.packages[path] = { version, integrity: integrityOf(path, version), ...rest };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} added`);

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { packPackages } from "./packed.ts";

// What schedulers weigh as a program gets them: `npm run weigh`. Ours from the packed packages, others from npm.

interface Weighed {
  readonly name: string;
  /** As npm installs it: ours by their names, others with their versions. */
  readonly packages: Readonly<Record<string, string>>;
  /** Loads it; what it resolves to is ready. */
  readonly program: string;
}

const OURS = "packed";
const SCHEDULERS: readonly Weighed[] = [
  { name: "nothing", packages: {}, program: "" },
  { name: "@mojob/client", packages: { "@mojob/client": OURS }, program: 'await import("@mojob/client");' },
  {
    name: "@mojob/scheduler",
    packages: { "@mojob/scheduler": OURS },
    program: 'await import("@mojob/scheduler");',
  },
  {
    name: "@mojob/scheduler, started, with its API and panel",
    packages: { "@mojob/scheduler": OURS },
    program: `const { defineTriggeredJob, startScheduler } = await import("@mojob/scheduler");
      await startScheduler({ app: "a", jobs: [defineTriggeredJob({ key: "a", execute: () => 1 })], file: process.pid + ".db", port: 0, token: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });`,
  },
  { name: "bullmq 6.7.0", packages: { bullmq: "6.7.0" }, program: 'await import("bullmq");' },
  {
    name: "agenda 6.2.6",
    packages: { agenda: "6.2.6", "@agendajs/mongo-backend": "4.0.3" },
    program: 'await import("agenda"); await import("@agendajs/mongo-backend");',
  },
  { name: "pg-boss 12.38.0", packages: { "pg-boss": "12.38.0" }, program: 'await import("pg-boss");' },
  { name: "croner 11.0.1", packages: { croner: "11.0.1" }, program: 'await import("croner");' },
];
const ROUNDS = 9;

const MEASURE = (program: string): string => `
const begunMs = performance.now();
${program}
const ms = performance.now() - begunMs;
const { rss } = process.memoryUsage();
console.log(JSON.stringify({ ms, mb: rss / 2 ** 20 }));
process.exit(0);
`;
const COUNT = (program: string): string => `
import { registerHooks } from "node:module";
let modules = 0;
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) modules += 1;
    return next(url, context);
  },
});
${program}
console.log(modules);
process.exit(0);
`;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`"${command} ${args.join(" ")}" ended with ${String(status)}: ${stdout}${stderr}`);
}

interface Packed {
  readonly path: string;
  readonly needs: readonly string[];
}

/** The tarballs of ours by their names. */
async function packed(): Promise<ReadonlyMap<string, Packed>> {
  const folder = await packPackages();
  return new Map(
    readdirSync(folder).map((file) => {
      const path = join(folder, file);
      const text = run("tar", ["-xzOf", path, "package/package.json"], folder);
      const { name, dependencies = {} } = JSON.parse(text) as {
        readonly name: string;
        readonly dependencies?: Readonly<Record<string, string>>;
      };
      return [name, { path, needs: Object.keys(dependencies) }] as const;
    }),
  );
}

/** A package of ours with those of ours that it needs, as files. */
function filesOf(name: string, ours: ReadonlyMap<string, Packed>): Readonly<Record<string, string>> {
  const found = new Set([name]);
  // A set's iteration reaches what is added on the way.
  for (const one of found)
    for (const needed of ours.get(one)?.needs ?? []) if (ours.has(needed)) found.add(needed);
  return Object.fromEntries([...found].map((one) => [one, `file:${ours.get(one)?.path ?? ""}`]));
}

function weigh({ name, packages, program }: Weighed, ours: ReadonlyMap<string, Packed>): string {
  const folder = mkdtempSync(join(tmpdir(), "weigh-"));
  const dependencies = Object.fromEntries(
    Object.entries(packages).flatMap(([one, version]) =>
      Object.entries(version === OURS ? filesOf(one, ours) : { [one]: version }),
    ),
  );
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  // There is none where nothing is installed.
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  run("npm", ["install", "--silent", "--no-audit", "--no-fund"], folder);
  const files = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile(),
  );
  const bytes = files.reduce(
    (sum, { parentPath, name: file }) => sum + statSync(join(parentPath, file)).size,
    0,
  );
  const installed = files.filter(
    ({ parentPath, name: file }) =>
      file === "package.json" && /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath),
  ).length;
  writeFileSync(join(folder, "measure.js"), MEASURE(program));
  writeFileSync(join(folder, "count.js"), COUNT(program));
  const modules = Number(run(process.execPath, ["count.js"], folder));
  const rounds = Array.from(
    { length: ROUNDS },
    () =>
      JSON.parse(run(process.execPath, ["measure.js"], folder)) as {
        readonly ms: number;
        readonly mb: number;
      },
  );
  rmSync(folder, { recursive: true });
  const figures = [
    installed,
    `${(bytes / 1e6).toFixed(1)} MB`,
    modules,
    `${median(rounds.map(({ ms }) => ms)).toFixed(0)} ms`,
    `${median(rounds.map(({ mb }) => mb)).toFixed(0)} MB`,
  ];
  return `| ${[name, ...figures].join(" | ")} |`;
}

const ours = await packed();
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
print(`Node ${process.versions.node}, medians of ${ROUNDS} processes\n`);
print("| | packages installed | on disk | modules loaded | loaded, ready | memory then |");
print("|---|---|---|---|---|---|");
for (const scheduler of SCHEDULERS) print(weigh(scheduler, ours));

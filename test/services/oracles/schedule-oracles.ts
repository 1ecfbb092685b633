import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { runProgram } from "../getting/run-program.ts";
import { findCached } from "../getting/service-cache.ts";

/** Schedulers whose own computation runs here, beside the readers of imports; none is part of what is shipped. */
export const SCHEDULE_ORACLES = ["debianCron", "java", "croniter"] as const;
export type ScheduleOracle = (typeof SCHEDULE_ORACLES)[number];

const HERE = fileURLToPath(new URL(".", import.meta.url));
const QUARTZ = "2.3.2";
const CRON_UTILS = "9.2.1";
const CRONITER = "7.0.0";
const PENDULUM = "3.1.0";
const DEBIAN_CRON = "3.0pl1-162";
const LONGEST_ANSWER_BYTES = 256 * 1024 * 1024;

/** The schedulers behind them as they are named to people, with their versions. */
export const SCHEDULE_ORACLE_NAMES: readonly string[] = [
  `Quartz ${QUARTZ}`,
  `cron-utils ${CRON_UTILS}`,
  `croniter ${CRONITER}`,
  `Debian's cron ${DEBIAN_CRON}`,
];

/** Debian's package of cron as it is in its archive, and the sums that its description has. */
const CRON_ARCHIVES = {
  "cron_3.0pl1.orig.tar.gz": "d931e0688005dfa85cfdb60e19bf0a3848ebfa3ee3415bf2a6ea3ea9e5bcfd21",
  [`cron_${DEBIAN_CRON}.debian.tar.xz`]: "72790571714030f0ba9acd98a14ad1cef835d3cc7056f013f67182adf1a83d3a",
} as const;

interface OracleSource {
  readonly source: ProgramSource;
  /** The words of its command, in the folder where it is kept. */
  command(folder: string): readonly [string, ...string[]];
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

const SOURCES: Readonly<Record<ScheduleOracle, OracleSource>> = {
  debianCron: {
    source: { name: `debian-cron-${DEBIAN_CRON}`, fill: buildCron },
    command: (folder) => [join(folder, "debian-cron")],
  },
  java: {
    source: { name: `java-cron-quartz-${QUARTZ}-cron-utils-${CRON_UTILS}`, fill: getJars },
    command: (folder) => [
      "java",
      "-XX:TieredStopAtLevel=1",
      "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
      "-cp",
      join(folder, "lib/*"),
      join(HERE, "JavaCron.java"),
    ],
  },
  croniter: {
    source: {
      name: `croniter-${CRONITER}-pendulum-${PENDULUM}`,
      fill: (folder) =>
        runProgram("python3", [
          "-m",
          "pip",
          "install",
          "--quiet",
          "--target",
          folder,
          `croniter==${CRONITER}`,
          `pendulum==${PENDULUM}`,
        ]),
    },
    command: () => ["python3", join(HERE, "croniter_fires.py")],
    environment: (folder) => ({ PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" }),
  },
};

/** Gets every oracle; prints which one cannot be had, and why. */
export async function resolveScheduleOracles(): Promise<void> {
  for (const oracle of SCHEDULE_ORACLES)
    await folderOf(oracle).catch((error: unknown) =>
      reportProgress(error instanceof Error ? error.message : String(error)),
    );
}

/** Asks a scheduler itself: a line for each question. @throws Error where it cannot be had, or ends badly */
export async function askOracle(oracle: ScheduleOracle, questions: readonly string[]): Promise<string[]> {
  const folder = await folderOf(oracle);
  const { command, environment } = SOURCES[oracle];
  const [program, ...args] = command(folder);
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: `${questions.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: LONGEST_ANSWER_BYTES,
    env: { ...process.env, TZ: "UTC", ...environment?.(folder) },
  });
  const lines = stdout.split("\n").slice(0, -1);
  if (status === 0 && lines.length === questions.length) return lines;
  throw new Error(`${oracle} ended with ${status} after ${lines.length} of ${questions.length}: ${stderr}`);
}

async function folderOf(oracle: ScheduleOracle): Promise<string> {
  const { source } = SOURCES[oracle];
  return (await findCached(source.name)) ?? (await obtain(`the oracle ${oracle}`, [source])).folder;
}

async function getJars(folder: string): Promise<void> {
  const dependencies = [
    ["org.quartz-scheduler", "quartz", QUARTZ],
    ["com.cronutils", "cron-utils", CRON_UTILS],
  ].map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  const project = `<project><modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>test</artifactId><version>1</version><dependencies>${dependencies.join("")}</dependencies></project>`;
  await writeFile(join(folder, "pom.xml"), project);
  const words = ["dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=lib"];
  await runProgram("mvn", ["-q", "-B", "-f", join(folder, "pom.xml"), ...words]);
}

/** Builds the reader of Debian's cron, with all of Debian's changes and nothing of ours in it. */
async function buildCron(folder: string): Promise<void> {
  for (const [name, sum] of Object.entries(CRON_ARCHIVES)) {
    const url = `http://deb.debian.org/debian/pool/main/c/cron/${name}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== sum) throw new Error(`Cannot use "${url}": its SHA-256 is ${found}, and ${sum} is wanted`);
    await writeFile(join(folder, name), bytes);
    await runProgram("tar", ["-xf", join(folder, name), "-C", folder]);
  }
  const source = join(folder, "source");
  await rename(join(folder, "cron-3.0pl1.orig"), source);
  const series = await readFile(join(folder, "debian/patches/series"), "utf8");
  for (const patch of series.split("\n").filter((line) => /^\w/.test(line)))
    await runProgram("patch", ["-s", "-p1", "-d", source, "-i", join(folder, "debian/patches", patch)]);
  await copyFile(join(HERE, "debian-cron.c"), join(source, "debian-cron.c"));
  const files = ["debian-cron.c", "entry.c", "env.c", "misc.c"].map((name) => join(source, name));
  const words = ["-w", "-O1", "-fcommon", "-DDEBUGGING=0", "-DDEBIAN", "-I", source];
  await runProgram("cc", [...words, "-o", join(folder, "debian-cron"), ...files]);
}

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { NODE, ROOT } from "../running/spawned-program.ts";
import { installDebian } from "../getting/debian.ts";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { isInstalled, runProgram } from "../getting/run-program.ts";
import { findCached } from "../getting/service-cache.ts";

/** The clients of XXL-JOB that tests start: each as its registry has it, and never part of what is shipped; 3.5 is a stand-in. */
export const XXL_CLIENTS = ["java 2.2", "java 2.4", "java 3.3", "3.5", "go", "python"] as const;
export type XxlClient = (typeof XXL_CLIENTS)[number];

/** How an executor is started; `environment` is beside what the executor reads itself. */
export interface XxlProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

interface ClientSource {
  /** A program, and Debian's package of it. */
  readonly needs: Readonly<Record<string, string>>;
  readonly question?: string;
  /** `null` where there is nothing to get. */
  source(): ProgramSource | null;
  program(folder: string): XxlProgram;
}

const EXAMPLES = join(ROOT, "examples/xxl-executors");
const GO_CLIENT = "github.com/xxl-job/xxl-job-executor-go@v1.2.0";
const PYTHON_CLIENT = "pyxxl==0.4.8";

function javaSource(version: string, example = "Executor.java"): ClientSource {
  return {
    needs: { javac: "default-jdk-headless", mvn: "maven" },
    source: () => ({
      name: `xxl-job-core-${version}`,
      async fill(folder) {
        const dependency = `<groupId>com.xuxueli</groupId><artifactId>xxl-job-core</artifactId><version>${version}</version>`;
        const project = `<project><modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>test</artifactId><version>1</version><dependencies><dependency>${dependency}</dependency></dependencies></project>`;
        await writeFile(join(folder, "pom.xml"), project);
        const words = ["dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=lib"];
        await runProgram("mvn", ["-q", "-B", "-f", join(folder, "pom.xml"), ...words]);
      },
    }),
    program: (folder) => ({
      program: "java",
      args: ["-XX:TieredStopAtLevel=1", "-cp", join(folder, "lib/*"), join(EXAMPLES, example)],
      environment: {},
    }),
  };
}

const SOURCES: Readonly<Record<XxlClient, ClientSource>> = {
  "java 2.2": javaSource("2.2.0", "OlderExecutor.java"),
  "java 2.4": javaSource("2.4.2"),
  "java 3.3": javaSource("3.3.2"),
  "3.5": {
    needs: {},
    source: () => null,
    program: () => ({
      program: process.execPath,
      args: [...NODE.args, join(EXAMPLES, "newer-executor.ts")],
      environment: {},
    }),
  },
  go: {
    needs: { go: "golang-go" },
    question: "version",
    source: () => {
      const text = readFileSync(join(EXAMPLES, "executor.go"));
      const hash = createHash("sha256").update(text).update(GO_CLIENT).digest("hex").slice(0, 12);
      return {
        name: `xxl-job-executor-go-${hash}`,
        async fill(folder) {
          await copyFile(join(EXAMPLES, "executor.go"), join(folder, "executor.go"));
          await writeFile(join(folder, "go.mod"), "module executor\n\ngo 1.18\n");
          // Debian's Go has no option for the folder that it works in.
          const go = (...words: string[]): Promise<void> =>
            runProgram("sh", ["-c", 'cd "$0" && exec go "$@"', folder, ...words]);
          await go("get", GO_CLIENT);
          await go("build", "-o", "executor", ".");
        },
      };
    },
    program: (folder) => ({ program: join(folder, "executor"), args: [], environment: {} }),
  },
  python: {
    needs: { python3: "python3-pip" },
    source: () => {
      const { stdout } = spawnSync("python3", ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"]);
      return {
        name: `pyxxl-0.4.8-python-${String(stdout).trim()}`,
        fill: (folder) =>
          runProgram("python3", ["-m", "pip", "install", "--quiet", "--target", folder, PYTHON_CLIENT]),
      };
    },
    program: (folder) => ({
      program: "python3",
      args: [join(EXAMPLES, "executor.py")],
      environment: { PYTHONPATH: folder, PYTHONUNBUFFERED: "1" },
    }),
  },
};

/** Gets every client; prints which one cannot be had, and why. */
export async function resolveXxlClients(): Promise<void> {
  await installDebian(missingPackages());
  for (const client of XXL_CLIENTS) {
    try {
      await resolveXxlClient(client);
    } catch (error) {
      reportProgress(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @throws Error that says what is wanted, where the client cannot be had */
export async function resolveXxlClient(client: XxlClient): Promise<XxlProgram> {
  const { needs, question, source, program } = SOURCES[client];
  for (const [name, debian] of Object.entries(needs))
    if (!isInstalled(name, question))
      throw new Error(
        `Cannot get the XXL-JOB client for ${client}: there is no ${name}; Debian has it in ${debian}`,
      );
  const wanted = source();
  if (wanted === null) return program("");
  const what = `the XXL-JOB client for ${client}`;
  return program((await findCached(wanted.name)) ?? (await obtain(what, [wanted])).folder);
}

/** Debian's packages of the programs that are not installed. */
function missingPackages(): readonly string[] {
  const missing = Object.values(SOURCES).flatMap(({ needs, question }) =>
    Object.entries(needs).flatMap(([name, debian]) => (isInstalled(name, question) ? [] : [debian])),
  );
  return [...new Set(missing)];
}

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installDebian } from "../getting/debian.ts";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { isInstalled, runProgram } from "../getting/run-program.ts";
import { ROOT } from "../running/spawned-program.ts";

/** The languages that clients of the executor protocol are shipped for, with Debian's package of each. */
const DEBIAN = { python: "python3-minimal", go: "golang-go" } as const;
export type ExecutorClient = keyof typeof DEBIAN;
export const EXECUTOR_CLIENTS: readonly ExecutorClient[] = ["python", "go"];

/** How a worker of the example is started; it reads `MOJOB_URL` and `MOJOB_EXECUTOR_TOKEN`. */
export interface ExecutorProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const CLIENTS = join(ROOT, "adapters/executor-gateway/clients");
const EXAMPLES = join(ROOT, "examples/executors");
const GO_CLIENT = "github.com/mojob/mojob-scheduler/adapters/executor-gateway/clients/go";
const GO_MODULE = `module worker

go 1.18

require ${GO_CLIENT} v0.0.0

replace ${GO_CLIENT} => ./mojob
`;

function goSource(): ProgramSource {
  const files = [
    join(EXAMPLES, "worker.go"),
    join(CLIENTS, "go/mojob.go"),
    join(CLIENTS, "go/go.mod"),
  ] as const;
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return {
    name: `executor-go-${hash.digest("hex").slice(0, 12)}`,
    async fill(folder) {
      await mkdir(join(folder, "mojob"));
      await writeFile(join(folder, "go.mod"), GO_MODULE);
      await copyFile(files[0], join(folder, "worker.go"));
      await copyFile(files[1], join(folder, "mojob/mojob.go"));
      await copyFile(files[2], join(folder, "mojob/go.mod"));
      // Debian's Go has no option for the folder that it works in.
      const go = 'cd "$0" && go vet ./... && go build -o worker .';
      await runProgram("sh", ["-c", go, folder]);
    },
  };
}

/** Gets every client, with apt where this process is root; prints which one cannot be had, and why. */
export async function resolveExecutorClients(): Promise<void> {
  const missing = EXECUTOR_CLIENTS.filter((client) => !hasLanguage(client)).map((client) => DEBIAN[client]);
  await installDebian(missing);
  for (const client of EXECUTOR_CLIENTS) {
    try {
      await resolveExecutorClient(client);
    } catch (error) {
      reportProgress(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @throws Error that says what is wanted, where the client cannot be had */
export async function resolveExecutorClient(client: ExecutorClient): Promise<ExecutorProgram> {
  if (!hasLanguage(client))
    throw new Error(
      `Cannot run the executor in ${client}: it is not installed; Debian has it in ${DEBIAN[client]}`,
    );
  if (client === "python")
    return {
      program: "python3",
      args: ["-B", join(EXAMPLES, "worker.py")],
      environment: { PYTHONPATH: join(CLIENTS, "python"), PYTHONUNBUFFERED: "1" },
    };
  const { folder } = await obtain("the executor in go", [goSource()]);
  return { program: join(folder, "worker"), args: [], environment: {} };
}

/** Whether its calls can be signed here: Python needs the package `cryptography`. */
export function canSign(client: ExecutorClient): boolean {
  return (
    client === "go" || spawnSync("python3", ["-c", "import cryptography"], { stdio: "ignore" }).status === 0
  );
}

function hasLanguage(client: ExecutorClient): boolean {
  return client === "go" ? isInstalled("go", "version") : isInstalled("python3");
}

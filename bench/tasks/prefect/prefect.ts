import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort, OwnedProcess } from "@mojob/test-services/owned-process";
import { until } from "@mojob/test-services/until";

const VERSION = "3.9.1";
const ENVIRONMENT = fileURLToPath(
  new URL(`../../../node_modules/.cache/prefect-${VERSION}`, import.meta.url),
);
const PYTHON = join(ENVIRONMENT, "bin", "python");
const GRAPHS = fileURLToPath(new URL("graphs.py", import.meta.url));
const STARTED_WITHIN_MS = 120_000;

const run = promisify(execFile);

/** How long its flows took. */
export interface PrefectFigures {
  readonly chainMs: number;
  readonly batchMs: number;
  readonly diamondsMs: number;
}

/** A Prefect server on a SQLite file of its own, as its documentation starts one. */
export class Prefect implements AsyncDisposable {
  readonly #server: OwnedProcess;
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(server: OwnedProcess, folder: string, environment: NodeJS.ProcessEnv) {
    this.#server = server;
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Installs it where it is not, and starts it. @throws Error where there is no Python, or no registry */
  static async start(): Promise<Prefect> {
    if (!existsSync(PYTHON)) await install();
    const folder = await mkdtemp(join(tmpdir(), "prefect-"));
    const port = await freePort();
    const api = `http://127.0.0.1:${port}/api`;
    const environment = {
      ...process.env,
      PREFECT_HOME: folder,
      PREFECT_API_URL: api,
      PREFECT_LOGGING_LEVEL: "ERROR",
      PREFECT_SERVER_ANALYTICS_ENABLED: "false",
    };
    const settings = Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith("PREFECT_") ? [`${name}=${value}`] : [],
    );
    const words = [
      "-m",
      "prefect",
      "server",
      "start",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--no-ui",
    ];
    const server = new OwnedProcess({ program: "env", args: [...settings, PYTHON, ...words], folder });
    const prefect = new Prefect(server, folder, environment);
    const isReady = (): Promise<boolean> =>
      fetch(`${api}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("Prefect to answer", isReady, { patienceMs: STARTED_WITHIN_MS });
    return prefect;
  }

  /** Runs its graphs in a process of their own, as its flows are run. */
  async measure(chain: number, items: number, diamonds: number): Promise<PrefectFigures> {
    const args = [GRAPHS, String(chain), String(items), String(diamonds)];
    const { stdout } = await run(PYTHON, args, { env: this.#environment });
    return JSON.parse(stdout) as PrefectFigures;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end("SIGTERM");
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function install(): Promise<void> {
  console.log(`Prefect ${VERSION} is being installed`);
  await run("python3", ["-m", "venv", ENVIRONMENT]);
  await run(PYTHON, ["-m", "pip", "install", "--quiet", `prefect==${VERSION}`]);
}

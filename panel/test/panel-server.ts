import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { RUN_ARGS, runtimeProgram } from "@mojob/test-services/runtimes";
import type { RuntimeName } from "@mojob/test-services/spawned-program";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = fileURLToPath(new URL("fixtures/panel-server.ts", import.meta.url));

export interface PanelServerOptions {
  /** @default "node" */
  readonly runtime?: RuntimeName;
  /** @default none */
  readonly token?: string;
  /** Mounts the app in another below this path. @default "" */
  readonly basePath?: string;
  /** Limits it to one app; all jobs of the server are of "shop". @default all */
  readonly scope?: string;
  /** Adds so many jobs. @default 0 */
  readonly jobs?: number;
  /** Adds so many runs of the last day. @default 0 */
  readonly runs?: number;
  /** Adds so many executors beside the one of its process. @default 0 */
  readonly executors?: number;
  /** @default any that is free */
  readonly port?: number;
  /** Adds the jobs of `fixtures/run-jobs.ts`. @default false */
  readonly withRunJobs?: boolean;
  /** Runs triggered jobs only by hand. @default false */
  readonly debugMode?: boolean;
  /** Adds the runs of `fixtures/reason-runs.ts`. @default false */
  readonly withReasons?: boolean;
  /** Its worker takes programs and handlers of XXL-JOB, too. @default false */
  readonly withPrograms?: boolean;
  /** Adds a job whose code does not heed its signal, given up after half a second. @default false */
  readonly withStuck?: boolean;
  /** Has no job at all. @default false */
  readonly isEmpty?: boolean;
  /** Has a job whose name looks like markup. @default true */
  readonly withHostile?: boolean;
}

export interface PanelServer extends AsyncDisposable {
  /** The panel's root, without a slash at the end. */
  readonly url: string;
}

/** Starts the real app on a runtime, in a process of its own. */
export async function startPanelServer(options: PanelServerOptions = {}): Promise<PanelServer> {
  const {
    runtime = "node",
    token,
    basePath = "",
    scope,
    jobs = 0,
    runs = 0,
    executors = 0,
    port = 0,
    withRunJobs = false,
    withHostile = true,
    withReasons = false,
    withPrograms = false,
    withStuck = false,
    isEmpty = false,
    debugMode = false,
  } = options;
  const child = spawn(runtimeProgram(runtime), [...RUN_ARGS[runtime], PROGRAM], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      NO_COLOR: "1",
      PANEL_BASE: basePath,
      PANEL_JOBS: String(jobs),
      PANEL_RUNS: String(runs),
      PANEL_EXECUTORS: String(executors),
      PANEL_PORT: String(port),
      ...(scope !== undefined && { PANEL_SCOPE: scope }),
      ...(debugMode && { PANEL_DEBUG: "1" }),
      ...(withHostile && { PANEL_HOSTILE: "1" }),
      ...(withRunJobs && { PANEL_RUN_JOBS: "1" }),
      ...(withReasons && { PANEL_REASONS: "1" }),
      ...(withPrograms && { PANEL_PROGRAMS: "1" }),
      ...(withStuck && { PANEL_STUCK: "1" }),
      ...(isEmpty && { PANEL_EMPTY: "1" }),
      ...(token !== undefined && { PANEL_TOKEN: token }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        said.push(line);
        if (line.startsWith("listening ")) resolve(line.slice("listening ".length));
      });
    }
    void exited.then(() => reject(new Error(`The server ended and said:\n${said.join("\n")}`)));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = fileURLToPath(new URL("fixtures/panel-server.ts", import.meta.url));

/** The runtimes the panel is served on, and how each is told to run TypeScript. */
export const RUNTIMES = {
  node: [],
  bun: ["run"],
  deno: ["run", "--allow-all", "--quiet"],
} as const;
export type Runtime = keyof typeof RUNTIMES;

export interface PanelServerOptions {
  /** @default "node" */
  readonly runtime?: Runtime;
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
  /** @default any that is free */
  readonly port?: number;
  /** Adds the jobs of `fixtures/run-jobs.ts`. @default false */
  readonly withRunJobs?: boolean;
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
    port = 0,
    withRunJobs = false,
    withHostile = true,
  } = options;
  const child = spawn(`${ROOT}node_modules/.bin/${runtime}`, [...RUNTIMES[runtime], PROGRAM], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      NO_COLOR: "1",
      PANEL_BASE: basePath,
      PANEL_JOBS: String(jobs),
      PANEL_RUNS: String(runs),
      PANEL_PORT: String(port),
      ...(scope !== undefined && { PANEL_SCOPE: scope }),
      ...(withHostile && { PANEL_HOSTILE: "1" }),
      ...(withRunJobs && { PANEL_RUN_JOBS: "1" }),
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

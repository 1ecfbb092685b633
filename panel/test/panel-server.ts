import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { RUN_ARGS, runtimeProgram } from "@mojob/test-services/runtimes";
import type { RuntimeName } from "@mojob/test-services/spawned-program";
import type { PanelAppOptions } from "./fixtures/panel-app.ts";
import type { Done, Order } from "./fixtures/panel-server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = fileURLToPath(new URL("fixtures/panel-server.ts", import.meta.url));

export interface PanelServerOptions extends PanelAppOptions {
  /** @default "node" */
  readonly runtime?: RuntimeName;
}

export interface PanelServer extends AsyncDisposable {
  /** The panel's root, without a slash at the end. */
  readonly url: string;
}

/** A process that serves panels, one after the other or side by side. */
interface PanelHost {
  /** Resolves to the panel's root. */
  start(id: number, options: PanelAppOptions): Promise<string>;
  end(id: number): Promise<void>;
  kill(): Promise<void>;
}

const hosts = new Map<RuntimeName, PanelHost>();
let lastId = 0;

/** Starts the real app on a runtime, in a process beside this one. */
export async function startPanelServer({
  runtime = "node",
  ...options
}: PanelServerOptions = {}): Promise<PanelServer> {
  const host = hosts.get(runtime) ?? openHost(runtime);
  hosts.set(runtime, host);
  lastId += 1;
  const id = lastId;
  const url = await host.start(id, options);
  return { url, [Symbol.asyncDispose]: () => host.end(id) };
}

/** Ends the processes of all panels, whatever state they are in; the next panel has another one. */
export async function killPanelHosts(): Promise<void> {
  const last = [...hosts.values()];
  hosts.clear();
  await Promise.all(last.map((host) => host.kill()));
}

function openHost(runtime: RuntimeName): PanelHost {
  const child = spawn(runtimeProgram(runtime), [...RUN_ARGS[runtime], PROGRAM], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const said: string[] = [];
  const waiting = new Map<number, (done: Done) => void>();
  createInterface(child.stderr).on("line", (line) => said.push(line));
  createInterface(child.stdout).on("line", (line) => {
    const done = parseDone(line);
    if (done === null) said.push(line);
    else waiting.get(done.id)?.(done);
  });
  const ended = exited.then(() => {
    throw new Error(`The server ended and said:\n${said.join("\n")}`);
  });
  // Whether it matters is seen by what waits for it.
  ended.catch(() => {});
  const send = async (order: Order): Promise<Done> => {
    holdBack(child, true);
    const done = new Promise<Done>((resolve) => waiting.set(order.id, resolve));
    child.stdin.write(`${JSON.stringify(order)}\n`);
    try {
      return await Promise.race([done, ended]);
    } finally {
      waiting.delete(order.id);
      holdBack(child, waiting.size > 0);
    }
  };
  return {
    async start(id, options) {
      const { url, error } = await send({ id, options });
      if (url === undefined) throw new Error(error ?? `The server said:\n${said.join("\n")}`);
      return url;
    },
    async end(id) {
      await send({ id });
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** What the program says of an order is a line of JSON; anything else is for people. */
function parseDone(line: string): Done | null {
  return line.startsWith('{"id":') ? (JSON.parse(line) as Done) : null;
}

/** Whether this process stays for the child's sake: it does while it waits for it. */
function holdBack(child: ChildProcessByStdio<Writable, Readable, Readable>, isHeld: boolean): void {
  for (const one of [child, child.stdin, child.stdout, child.stderr]) {
    const held = one as unknown as { ref(): void; unref(): void };
    if (isHeld) held.ref();
    else held.unref();
  }
}

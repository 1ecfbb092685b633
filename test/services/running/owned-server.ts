import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { reportProgress } from "../getting/progress.ts";
import { freePort, OwnedProcess } from "./owned-process.ts";

/** A server that is not ready in time is ended and started again, with twice the time: a slow machine is no wedged server. */
const MOST_STARTS = 3;
const PROBE_EVERY_MS = 50;

export interface OwnedServerOptions {
  /** The beginning of its folder's name, and what messages call it. */
  readonly name: string;
  readonly command: string;
  /** @default a free one */
  readonly port?: number | undefined;
  /** How long the first start may take. */
  readonly patienceMs: number;
  /** Fills a fresh folder before the first start. @default it stays empty */
  prepare?(folder: string, port: number): Promise<void>;
  args(port: number, folder: string): readonly string[];
  /** Resolves when the server works at the port; rejects, within seconds, when it does not, or not yet. */
  probe(port: number): Promise<void>;
}

/** A server of this process, with a folder of its own. */
export interface OwnedServer {
  readonly port: number;
  /** Ends it as kill -9 does and keeps its folder. */
  kill(): Promise<void>;
  /** Ends it as SIGTERM does and keeps its folder. */
  stop(): Promise<void>;
  /** Suspends it, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same port with the same folder; one that runs goes on. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts a server that ends, and whose folder is removed, with this process.
 * @throws Error with the server's last output when none of its starts succeeds
 */
export async function startOwnedServer(options: OwnedServerOptions): Promise<OwnedServer> {
  let folder = "";
  let port = 0;
  let running: OwnedProcess | null = null;

  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    await running?.end(signal);
    running = null;
  };
  const close = async (): Promise<void> => {
    await end("SIGKILL");
    if (folder !== "") await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const makeFresh = async (): Promise<void> => {
    await close();
    folder = await mkdtemp(join(tmpdir(), `mojob-${options.name}-`));
    port = options.port ?? (await freePort());
    await options.prepare?.(folder, port);
  };
  const start = async (before: () => Promise<void>): Promise<void> => {
    for (let starts = 1; ; starts += 1) {
      try {
        await before();
        running = new OwnedProcess({ program: options.command, args: options.args(port, folder), folder });
        await ready(running, options, port, options.patienceMs * 2 ** (starts - 1));
        return;
      } catch (error) {
        await end("SIGKILL");
        if (starts === MOST_STARTS) throw error;
        reportProgress(`${error instanceof Error ? error.message : String(error)}; starting it again`);
        await wait(PROBE_EVERY_MS);
      }
    }
  };
  const signal = (name: "SIGSTOP" | "SIGCONT"): void => {
    if (running?.isRunning === true) process.kill(running.pid, name);
  };

  try {
    await start(makeFresh);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async restart() {
      if (running?.isRunning !== true) await start(() => Promise.resolve());
    },
    close,
  };
}

async function ready(
  server: OwnedProcess,
  { name, probe }: OwnedServerOptions,
  port: number,
  patienceMs: number,
): Promise<void> {
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    if (!server.isRunning) throw new Error(`${name} ended at once: ${server.output}`);
    try {
      // What the probe waits for does not come from a server that has ended.
      await Promise.race([probe(port), server.exited]);
      if (server.isRunning) return;
    } catch (error) {
      if (performance.now() > giveUpAtMs) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(
          `${name} does not work after ${patienceMs} ms: ${reason}; it printed "${server.output}"`,
          {
            cause: error,
          },
        );
      }
    }
    await wait(PROBE_EVERY_MS);
  }
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, OwnedProcess } from "./owned-process.ts";

/** A server that could not have the port it asked for gets another one. */
const MOST_STARTS = 3;

export interface OwnedServerOptions {
  /** The beginning of its folder's name. */
  readonly name: string;
  readonly command: string;
  /** @default a free one */
  readonly port?: number | undefined;
  args(port: number, folder: string): readonly string[];
  /** Resolves when the server answers at the port; rejects when it does not. */
  ready(server: OwnedProcess, port: number): Promise<void>;
}

/** A server of this process, with a folder of its own. */
export interface OwnedServer {
  readonly port: number;
  /** Ends it as kill -9 does and keeps its folder. */
  kill(): Promise<void>;
  /** Ends it as SIGTERM does and keeps its folder. */
  stop(): Promise<void>;
  /** Stops it in its tracks, connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts it again, at the same port with the same folder. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Starts a server that ends, and whose folder is removed, with this process. */
export async function startOwnedServer(options: OwnedServerOptions): Promise<OwnedServer> {
  const folder = await mkdtemp(join(tmpdir(), `mojob-${options.name}-`));
  let port = 0;
  let running: OwnedProcess | null = null;

  const start = async (): Promise<void> => {
    running = new OwnedProcess({ program: options.command, args: options.args(port, folder), folder });
    await options.ready(running, port);
  };
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    await running?.end(signal);
    running = null;
  };
  const close = async (): Promise<void> => {
    await end("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const signal = (name: "SIGSTOP" | "SIGCONT"): void => {
    if (running?.isRunning === true) process.kill(running.pid, name);
  };

  for (let tries = 1; ; tries += 1) {
    try {
      port = options.port ?? (await freePort());
      await start();
      break;
    } catch (error) {
      await end("SIGKILL");
      if (tries === MOST_STARTS) {
        await close();
        throw error;
      }
    }
  }
  return {
    port,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    restart: start,
    close,
  };
}

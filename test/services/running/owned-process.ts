import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ends a process and removes its folder when its standard input is closed, because the owner died. */
const WATCHDOG = 'cat > /dev/null; kill -9 "$1" 2> /dev/null; [ -z "$2" ] || rm -rf "$2"';

/** How much of its output is kept for messages. */
const KEPT_CHARACTERS = 2000;

export interface OwnedProcessOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Removed should this process die. @default none */
  readonly folder?: string;
}

/** A server process that never outlives the one that started it. */
export class OwnedProcess {
  readonly #child: ChildProcess;
  readonly #watchdog: ChildProcess;
  readonly #output: string[] = [];
  /** Resolves when it has ended, or could not be started. */
  readonly exited: Promise<void>;
  readonly #killOnExit = (): void => void this.#child.kill("SIGKILL");

  constructor({ program, args, folder = "" }: OwnedProcessOptions) {
    this.#child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#watchdog = spawn("sh", ["-c", WATCHDOG, "watchdog", String(this.#child.pid), folder], {
      stdio: ["pipe", "ignore", "ignore"],
      // A Ctrl-C is for the owner alone; the watchdog sees that it ended.
      detached: true,
    });
    this.#watchdog.unref();
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output.push(chunk.toString());
        if (this.#output.length > 200) this.#output.shift();
      });
    }
    this.exited = new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.once("error", (error) => {
        this.#output.push(String(error));
        resolve();
      });
    });
    process.once("exit", this.#killOnExit);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The end of what it printed. */
  get output(): string {
    return this.#output.join("").trim().slice(-KEPT_CHARACTERS);
  }

  /** Asks it to end (or ends it) and resolves when it has. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    process.removeListener("exit", this.#killOnExit);
    this.#watchdog.kill("SIGKILL");
    if (this.isRunning) this.#child.kill(signal);
    await this.exited;
  }
}

/** A port of the loopback interface that is free, and that the system gives to nobody while a server is down between two starts. */
export async function freePort(): Promise<number> {
  const [port] = await freeLowPorts(1);
  return port as number;
}

/**
 * Ports of the loopback interface that are free, all different, below those that the system gives away by itself: two processes
 * that ask for ports do not get each other's, and the numbers fit into 15 bits.
 */
export async function freeLowPorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(15_000, 32_000);
    if (await isPortFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
}

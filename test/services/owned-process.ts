import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ends a process and removes its folder once nobody holds the other end of its standard input: the owner died. */
const WATCHDOG = 'cat > /dev/null; kill -9 "$1" 2> /dev/null; [ -z "$2" ] || rm -rf "$2"';

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
  readonly #exited: Promise<void>;
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
    this.#exited = new Promise((resolve) => {
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

  /** The last it said. */
  get output(): string {
    return this.#output.join("").trim();
  }

  /** Asks it to end (or ends it) and resolves when it has. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    process.removeListener("exit", this.#killOnExit);
    this.#watchdog.kill("SIGKILL");
    if (this.isRunning) this.#child.kill(signal);
    await this.#exited;
  }
}

/** A port of the loopback interface nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("Cannot find a free port");
  return address.port;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type RuntimeName = "node" | "bun" | "deno";

/** A runtime, its program and the arguments before a TypeScript file. */
export interface RuntimeUnderTest {
  readonly name: RuntimeName;
  readonly program: string;
  readonly args: readonly string[];
}

/** The Node that comes with the repository; Bun and Deno, which do not, are in `runtimes.ts`. */
export const NODE: RuntimeUnderTest = {
  name: "node",
  program: fileURLToPath(new URL("../../../node_modules/.bin/node", import.meta.url)),
  args: [],
};

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program under test, known by what it prints. */
export interface SpawnedProgram extends AsyncDisposable {
  readonly pid: number;
  /** Resolves with the first line, also one printed already, that matches; rejects when the program ends without it. */
  line(pattern: RegExp): Promise<string>;
  /** Everything it printed so far, standard error included. */
  output(): string;
  /** Closes the pipes that it prints to, as a reader that ends does. */
  stopReading(): Promise<void>;
  /** Signals it and what it started, as Ctrl-C in a terminal does; one that has ended is left alone. */
  signal(name: NodeJS.Signals): void;
  /** Signals it, and what it started not. */
  signalAlone(name: NodeJS.Signals): void;
  readonly exit: Promise<Exit>;
}

export interface SpawnOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The user it runs as, where it is another one; only root can choose. */
  readonly uid?: number;
}

export const ROOT: string = fileURLToPath(new URL("../../../", import.meta.url));

/** What is kept of a program's output, in lines: one that runs for hours must not fill this process. */
const KEPT_LINES = 5000;

const running = new Set<() => void>();
// This process may end with an error: none of them outlives it.
process.once("exit", () => {
  for (const kill of running) kill();
});

/** Runs a TypeScript file on the real runtime. */
export function spawnProgram(
  runtime: RuntimeUnderTest,
  path: string,
  { args = [], ...options }: SpawnOptions = {},
): SpawnedProgram {
  return spawnCommand(runtime.program, [...runtime.args, path, ...args], options);
}

/** Runs a command at the repository's root, in a process group of its own as a terminal does. */
export function spawnCommand(
  command: string,
  args: readonly string[],
  { env = {}, uid }: Omit<SpawnOptions, "args"> = {},
): SpawnedProgram {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...withoutOwn(process.env), NO_COLOR: "1", ...env },
    // Nothing is ever written to it; a program may take its end for the end of its parent.
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, name);
  };
  const kill = (): void => signal("SIGKILL");
  running.add(kill);
  const exit = new Promise<Exit>((resolve) => {
    child.once("close", (code, name) => {
      running.delete(kill);
      resolve({ code, signal: name });
    });
  });
  return {
    ...collectLines(child, exit),
    pid: child.pid ?? 0,
    exit,
    async stopReading() {
      for (const stream of [child.stdout, child.stderr]) {
        const closed = once(stream, "close");
        stream.destroy();
        await closed;
      }
    },
    signal,
    signalAlone: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      kill();
      await exit;
    },
  };
}

/** The tests' own process may run under `MOJOB_*` or under a runner that changes how Node starts. */
function withoutOwn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !name.startsWith("MOJOB_") &&
        // Where the tests run under another date, what they start does, too.
        (name !== "NODE_OPTIONS" || env["TEST_DATE_SHIFT_MS"] !== undefined),
    ),
  );
}

function collectLines(child: ChildProcess, exit: Promise<Exit>): Pick<SpawnedProgram, "line" | "output"> {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  let hasEnded = false;
  const wake = (): void => {
    for (const check of waiting) check();
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface(stream).on("line", (line) => {
      seen.push(line);
      if (seen.length > KEPT_LINES) seen.shift();
      wake();
    });
  }
  void exit.then(() => {
    hasEnded = true;
    wake();
  });
  const output = (): string => seen.join("\n");
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = seen.find((text) => pattern.test(text));
        if (found === undefined && !hasEnded) {
          waiting.add(check);
          return;
        }
        waiting.delete(check);
        if (found === undefined) reject(new Error(`It ended without ${pattern} and printed:\n${output()}`));
        else resolve(found);
      };
      check();
    });
  return { line, output };
}

import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A runtime and how it is told to run a TypeScript file. */
export interface RuntimeUnderTest {
  readonly name: "node" | "bun" | "deno";
  readonly args: readonly string[];
}

export const NODE: RuntimeUnderTest = { name: "node", args: [] };
export const BUN: RuntimeUnderTest = { name: "bun", args: ["run"] };
export const DENO: RuntimeUnderTest = { name: "deno", args: ["run", "--allow-all", "--quiet"] };

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program under test, known by what it prints. */
export interface SpawnedServer extends AsyncDisposable {
  /** From its `listening <url>` line. */
  readonly url: string;
  /** Resolves with the first line, also one printed already, that begins so; rejects when the program ends without it. */
  line(start: string): Promise<string>;
  signal(name: NodeJS.Signals): void;
  readonly exit: Promise<Exit>;
  /** Everything it printed so far. */
  output(): string;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a fixture on the real runtime and waits until it listens. */
export async function spawnServer(
  runtime: RuntimeUnderTest,
  fixture: string,
  env: Readonly<Record<string, string>> = {},
): Promise<SpawnedServer> {
  const program = spawnFixture(runtime, fixture, env);
  const listening = await program.line("listening ");
  return { ...program, url: listening.slice("listening ".length) };
}

/** Runs a fixture on the real runtime. */
export function spawnFixture(
  runtime: RuntimeUnderTest,
  fixture: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Omit<SpawnedServer, "url"> {
  const path = fileURLToPath(new URL(`fixtures/${fixture}`, import.meta.url));
  const child = spawn(`${ROOT}node_modules/.bin/${runtime.name}`, [...runtime.args, path, ...args], {
    cwd: ROOT,
    env: { ...withoutOwn(process.env), MOJOB_PORT: "0", NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = collectLines(child);
  const exit = new Promise<Exit>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  void exit.then(() => lines.end());
  return {
    line: lines.first,
    exit,
    output: lines.all,
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** The tests' own process may run under `MOJOB_*` or under a runner that changes how Node starts. */
function withoutOwn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("MOJOB_") && name !== "NODE_OPTIONS"),
  );
}

function collectLines(child: ChildProcess): {
  readonly first: (start: string) => Promise<string>;
  readonly all: () => string;
  readonly end: () => void;
} {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const wake = (): void => {
    for (const check of waiting) check();
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on("line", (line) => {
      seen.push(line);
      wake();
    });
  }
  const first = (start: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = seen.find((line) => line.startsWith(start));
        if (found === undefined && !ended) return void waiting.add(check);
        waiting.delete(check);
        if (found === undefined)
          reject(new Error(`It ended without "${start}" and printed:\n${seen.join("\n")}`));
        else resolve(found);
      };
      check();
    });
  return {
    first,
    all: () => seen.join("\n"),
    end: () => {
      ended = true;
      wake();
    },
  };
}

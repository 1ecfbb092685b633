import { type ChildProcess, spawn } from "node:child_process";
import { realpath } from "node:fs/promises";
import {
  createId,
  type MeasuredUsage,
  type TextMask,
  type WorkContext,
  WorkError,
  WorkErrorCode,
} from "@mojob/core/ports";
import { CappedTasks } from "./capped-tasks.ts";
import { PROCESS_MARK } from "./environment.ts";
import { type Argv, launchWords } from "./launch.ts";
import { OutputLog, OutputStream } from "./output/output-log.ts";
import { signalGroup } from "./process-group.ts";
import { killStragglers } from "./usage/stragglers.ts";
import { withoutInherited } from "./inherited.ts";
import type { ResolvedLimits } from "./process-limits.ts";
import { watchFolder } from "./usage/folder-watch.ts";
import { UsageMeter } from "./usage/usage-meter.ts";
import { watchUsage } from "./usage/usage-watch.ts";

/** Output that is still in the pipes when the program has ended and its group was killed arrives within this time. */
const LAST_OUTPUT_MS = 5000;
const MB = 1024 * 1024;
/** After this much the event loop has its turn: on Deno a pipe that is always full would leave it none. */
const MOST_IN_TURN = MB;

export interface ProcessRequest {
  readonly argv: Argv;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdinPath: string;
  readonly limits: ResolvedLimits;
  /** Between asking a program to end and killing it. */
  readonly killAfterMs: number;
  readonly context: Pick<WorkContext, "signal" | "log">;
  /** Hides texts in what it prints. @default nothing is hidden */
  readonly mask?: TextMask | undefined;
  /** Takes what it prints, as it comes and masked. @default the log alone has it */
  readonly onOutput?: ((stream: OutputStream, bytes: Uint8Array) => void) | undefined;
  /** Takes what the program has used so far. @default nothing is measured */
  readonly onUsage?: ((usage: MeasuredUsage) => void) | undefined;
  /** Takes what kills the program at once. */
  readonly onAbandon: (kill: () => void) => void;
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * Runs a program in a process group of its own until it ends, and ends all that it started with it: at its end, at its
 * signal (`SIGTERM`, then `SIGKILL`), beyond a limit, and when this process dies.
 * @throws WorkError where it fails; the signal's reason where it was asked to end
 */
export async function runProcess(request: ProcessRequest): Promise<void> {
  const { argv, context, limits, killAfterMs, onUsage, onAbandon } = request;
  const { signal } = context;
  signal.throwIfAborted();
  const mark = createId(new Date());
  await startTurn();
  signal.throwIfAborted();
  const tasks = new CappedTasks(limits.processes);
  const child = start(request, mark, tasks.groupPath);
  const exited = exitOf(child);
  const group = child.pid;
  if (group === undefined) throw await neverStarted(exited, tasks);
  let failure: WorkError | null = null;
  const kill = (): void => signalGroup(group, "SIGKILL");
  const stop = (error: WorkError): void => {
    failure ??= error;
    kill();
  };
  const output = outputOf(request, stop);
  const drained = Promise.all([
    forward(child, OutputStream.Stdout, output),
    forward(child, OutputStream.Stderr, output),
  ]);
  const meter = onUsage && new UsageMeter(group, onUsage);
  const stopWatching = watchUsage({ group, limits, onExceeded: stop, meter });
  tasks.watch(stop);
  const stopWatchingFolder = watchFolder(request.cwd, limits.foldersMb, stop);
  let killTimer: ReturnType<typeof setTimeout> | undefined;
  const askToEnd = (): void => {
    signalGroup(group, "SIGTERM");
    killTimer = setTimeout(kill, killAfterMs);
  };
  signal.addEventListener("abort", askToEnd, { once: true });
  onAbandon(() => {
    meter?.note();
    kill();
  });
  const exit = await exited;
  const measured = meter?.end();
  clearTimeout(killTimer);
  signal.removeEventListener("abort", askToEnd);
  tasks.end(stop);
  stopWatching();
  stopWatchingFolder();
  // The processes that it left in the background end with it.
  kill();
  await killStragglers({ mark, folder: await realpath(request.cwd).catch(() => request.cwd) });
  await measured;
  tasks.remove();
  await within(LAST_OUTPUT_MS, drained);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  output.end();
  if (failure !== null) throw failure;
  // One that was asked to end and did so with success has finished its work.
  if (exit.code !== 0) signal.throwIfAborted();
  // The kernel may notice before the watch does.
  if (exit.signal === "SIGXCPU" && limits.cpuSeconds !== null)
    throw new WorkError(WorkErrorCode.CpuLimit, { limit: limits.cpuSeconds });
  assertSuccess(exit, argv[0], output.lastLine);
}

function outputOf(
  { context, mask, onOutput, limits: { outputMb } }: ProcessRequest,
  stop: (error: WorkError) => void,
): OutputLog {
  return new OutputLog({
    log: context.log,
    mask,
    onOutput,
    maxBytes: outputMb === null ? null : outputMb * MB,
    onTooMuch: () => stop(new WorkError(WorkErrorCode.OutputLimit, { limit: outputMb ?? 0 })),
    nowMs: () => performance.now(),
  });
}

async function neverStarted(exited: Promise<Exit>, tasks: CappedTasks): Promise<Error> {
  tasks.remove();
  await exited;
  return new Error("The program could not be started");
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop in which no other program is started: each start keeps it for milliseconds. */
function startTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

function start(
  { argv, env, cwd, stdinPath, limits }: ProcessRequest,
  mark: string,
  groupPath: string | null,
): ChildProcess {
  const { cpuSeconds, fileMb } = limits;
  const [shell, ...words] = launchWords({ argv, stdinPath, cpuSeconds, fileMb, groupPath });
  const child = spawn(shell, words, {
    cwd,
    env: { ...env, [PROCESS_MARK]: mark },
    detached: true,
    stdio: ["pipe", "pipe", "pipe", ...withoutInherited()],
  });
  // The pipe is never written to: its end is the sign that this process has died.
  child.stdin?.on("error", () => {});
  return child;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", reject);
  });
}

function forward(child: ChildProcess, stream: OutputStream, output: OutputLog): Promise<void> {
  const source = child[stream];
  return new Promise((resolve) => {
    if (source === null) return resolve();
    let bytesInTurn = 0;
    source.on("data", (bytes: Uint8Array) => {
      output.push(stream, bytes);
      bytesInTurn += bytes.byteLength;
      if (bytesInTurn < MOST_IN_TURN) return;
      bytesInTurn = 0;
      source.pause();
      setTimeout(() => source.resume(), 0);
    });
    source.once("close", resolve);
    source.once("error", resolve);
  });
}

function within(timeMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeMs);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The exit codes of a shell that cannot execute the program. */
const NOT_EXECUTABLE: readonly (number | null)[] = [126, 127];

function assertSuccess({ code, signal }: Exit, program: string, line: string | null): void {
  const last = line === null ? {} : { line };
  if (code === 0) return;
  if (code === null) throw new WorkError(WorkErrorCode.ExitSignal, { name: signal ?? "SIGKILL", ...last });
  if (NOT_EXECUTABLE.includes(code) && line?.startsWith("sh: ") && line.includes(program))
    throw new WorkError(WorkErrorCode.ProgramMissing, { name: program });
  throw new WorkError(WorkErrorCode.ExitCode, { exitCode: code, ...last });
}

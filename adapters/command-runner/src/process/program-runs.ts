import { type JobContext } from "@mojob/core";
import { describeValue } from "@mojob/core/engine";
import {
  createWorkSlots,
  type JobInstance,
  type JsonObject,
  type JsonValue,
  MoJobError,
  MoJobErrorCode,
  PhaseName,
  TriggerType,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  type WorkLog,
  type WorkSlots,
} from "@mojob/core/ports";
import process from "node:process";
import {
  basicEnvironment,
  type EnvironmentOptions,
  runEnvironment,
  secretsEnvironment,
} from "./environment.ts";
import type { Argv } from "./launch.ts";
import { type ProcessLimits, type ResolvedLimits, resolveLimits } from "./process-limits.ts";
import { InputFiles } from "./input-files.ts";
import { KeptFolders, type KeptFoldersOptions } from "./kept-folders.ts";
import type { OutputStream } from "./output/output-log.ts";
import {
  type FolderPlace,
  makeTemporaryFolder,
  removeLeftFolders,
  RunFile,
  RunFolder,
} from "./run-folder.ts";
import { OutputFiles, withFiles } from "./run-files.ts";
import { runProcess } from "./run-process.ts";
import { StatusFile } from "./status-file.ts";
import { join } from "node:path";

export interface ProcessOptions extends EnvironmentOptions {
  readonly limits?: ProcessLimits;
  /**
   * How many programs run at once, over all tenants of the process: a number, or places that several runners share. Others
   * wait, and the time they may take begins when they start. @default 32
   */
  readonly places?: number | WorkSlots;
  /** How long a program that was asked to end (`SIGTERM`) may take before it is killed. @default 2000 */
  readonly killAfterMs?: number;
  /** Where runs get their working folders. @default the system's folder for temporary files */
  readonly folder?: string;
  /** Keeps these folders under names that say which run each is of, instead of removing them. @default none is kept */
  readonly keep?: KeptFoldersOptions;
}

/** A run before its program starts. */
export interface PreparedRun {
  /** Its arguments, with paths in the place of stored files. */
  readonly args: JsonValue;
  readonly folder: RunFolder;
  readonly phase: PhaseName;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: ResolvedLimits;
}

const KILL_AFTER_MS = 2000;
/** Each has some processes, whose table is read four times a second, and memory: 1 GB at most as a rule. */
const PLACES = 32;
/** Under this name the phases of an attempt have their folder. */
const SHARED_FOLDER = "folder";
const NO_SECRETS: ReadonlyMap<string, string> = new Map();

/** Runs programs, each in a folder and with an environment of its own. */
export class ProgramRuns {
  readonly basicEnv: Readonly<Record<string, string>>;
  readonly places: WorkSlots;
  readonly #limits: ResolvedLimits;
  readonly #killAfterMs: number;
  readonly #folder: string | null;
  readonly #kept: KeptFolders | null;

  /** @throws MoJobError `invalid_configuration` for options that cannot be, and on Windows */
  constructor(options: ProcessOptions) {
    if (process.platform === "win32")
      throw new MoJobError(
        MoJobErrorCode.InvalidConfiguration,
        "Cannot run programs on Windows: process groups and signals are needed",
      );
    this.basicEnv = basicEnvironment(options);
    const { places = PLACES } = options;
    this.places = typeof places === "number" ? createWorkSlots(places) : places;
    this.#limits = resolveLimits(options.limits);
    this.#killAfterMs = options.killAfterMs ?? KILL_AFTER_MS;
    this.#folder = options.folder ?? null;
    this.#kept = options.keep === undefined ? null : new KeptFolders(options.keep);
  }

  /** Removes what workers have left that were killed, in the background. */
  begin(): void {
    void removeLeftFolders(this.#folder);
    void this.#kept?.begin();
  }

  /**
   * Runs the program that `prepare` resolves to and resolves to the JSON that it left in its result file, and the files that it left.
   * @throws WorkError where the program fails
   */
  async run(
    attempt: WorkAttempt<JobContext>,
    prepare: (run: PreparedRun) => Argv | Promise<Argv>,
  ): Promise<JsonValue> {
    const { context, shared } = attempt;
    const make = (): Promise<AttemptFolder> => this.#makeFolder(attempt);
    const folder = shared === undefined ? await make() : await shared.get(SHARED_FOLDER, make);
    try {
      return await this.#runIn(folder, attempt, prepare);
    } finally {
      // The last phase has it removed that is shared.
      if (shared === undefined) await removeRunFolder(folder, context.log);
    }
  }

  async #makeFolder({ instance, context, recordedRuns }: WorkAttempt<JobContext>): Promise<AttemptFolder> {
    const { attempt, log } = context;
    const place =
      this.#kept === null
        ? await makeTemporaryFolder(this.#folder)
        : await this.#kept.make({ ...instance, attempt }, log, recordedRuns);
    return new AttemptFolder(place);
  }

  async #runIn(
    folder: AttemptFolder,
    { instance, context, secrets, phase = PhaseName.Process, noteUsage, onAbandon }: WorkAttempt<JobContext>,
    prepare: (run: PreparedRun) => Argv | Promise<Argv>,
  ): Promise<JsonValue> {
    const { args, files, log } = context;
    const values = secrets?.values ?? NO_SECRETS;
    await folder.begin({ phase, args, context: identityOf(instance, context), secrets: values });
    const status = new StatusFile(join(folder.path, RunFile.Status), context);
    await status.begin();
    let hasSucceeded = false;
    try {
      const limits = this.#limits;
      const placed = await folder.inputs.place(args, files);
      if (placed !== args) await folder.writeArgs(placed);
      const env = {
        ...runEnvironment(this.basicEnv, folder.path, instance, context, placed),
        ...secretsEnvironment(folder.path, values.keys()),
      };
      const ending = runProcess({
        argv: await prepare({ args: placed, folder, phase, env, limits }),
        env,
        cwd: folder.path,
        stdinPath: join(folder.path, RunFile.Args),
        limits,
        killAfterMs: this.#killAfterMs,
        context,
        mask: secrets?.mask,
        onOutput: folder.printer(log),
        onUsage: noteUsage,
        onAbandon,
      });
      await ending.catch(async (error: unknown) => {
        await status.close();
        if (!(isExitCode(error) && status.saysSuccess)) throw error;
        log.warn(`${error.message}, but its status says that it has succeeded`);
      });
      const left = await folder.outputs.store(files, log);
      const changed =
        phase === PhaseName.Process
          ? await folder.inputs.changed(args, Object.keys(left.files), files, log)
          : {};
      hasSucceeded = true;
      return withFiles(await readResult(folder, log), left, changed, log);
    } finally {
      await status.close();
      await folder.ended(phase, hasSucceeded);
    }
  }
}

/** The folder of an attempt, and what its programs find and leave in it. */
class AttemptFolder extends RunFolder {
  readonly inputs: InputFiles;
  readonly outputs: OutputFiles;
  /** Whether `process` has; `null` where it did not run in this attempt. */
  #hasSucceeded: boolean | null = null;
  #isFull = false;

  constructor(place: FolderPlace) {
    super(place);
    this.inputs = new InputFiles(join(place.path, RunFile.Inputs));
    this.outputs = new OutputFiles(join(place.path, RunFile.Outputs));
  }

  /** Takes what a program prints. */
  printer(log: WorkLog): (stream: OutputStream, bytes: Uint8Array) => void {
    return (stream, bytes) => {
      if (this.#isFull) return;
      try {
        this.print(stream, bytes);
      } catch (error) {
        this.#isFull = true;
        log.warn(`Its output is in the log of the run alone from here on: ${describeValue(error)}`);
      }
    };
  }

  /** Notes how a phase has ended. Whether the attempt has succeeded is for `process` to say. */
  async ended(phase: PhaseName, hasSucceeded: boolean): Promise<void> {
    if (phase === PhaseName.Process) this.#hasSucceeded = hasSucceeded;
    await this.writeStatus(this.#hasSucceeded ?? hasSucceeded);
    this.note({ event: "ends", phase, succeeded: hasSucceeded });
  }
}

function identityOf(instance: JobInstance, context: JobContext): JsonObject {
  const { tenant, jobKey, instanceId, attempt, trigger } = context;
  const node = trigger.type === TriggerType.Task ? instance.part : null;
  return {
    tenant,
    app: instance.app,
    jobKey,
    instanceId,
    attempt,
    trigger: trigger.type,
    ...(node !== null && { task: node.of, node: node.name }),
  };
}

function isExitCode(error: unknown): error is WorkError {
  return error instanceof WorkError && error.code === WorkErrorCode.ExitCode;
}

async function removeRunFolder(folder: RunFolder, log: WorkLog): Promise<void> {
  await folder.remove().catch((error: unknown) => {
    log.warn(`The working folder stays, because it cannot be removed: ${describeValue(error)}`);
  });
}

async function readResult(folder: RunFolder, log: WorkLog): Promise<JsonValue> {
  try {
    return await folder.readResult();
  } catch (error) {
    // The work is done: failing the run would do it twice.
    log.warn(
      `The result file was left out: ${describeValue(error instanceof Error ? error.message : error)}`,
    );
    return null;
  }
}

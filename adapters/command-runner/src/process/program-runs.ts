import { type JobContext } from "@mojob/core";
import { describeValue } from "@mojob/core/engine";
import {
  createWorkSlots,
  type JsonValue,
  MoJobError,
  MoJobErrorCode,
  type WorkAttempt,
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
import { makeRunFolder, removeLeftFolders, RunFile, type RunFolder } from "./run-folder.ts";
import { placeInputs, storeOutputs, withFiles } from "./run-files.ts";
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
}

/** A run before its program starts. */
export interface PreparedRun {
  /** Its arguments, with paths in the place of stored files. */
  readonly args: JsonValue;
  readonly folder: RunFolder;
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
  }

  /** Removes what workers have left that were killed, in the background. */
  begin(): void {
    void removeLeftFolders(this.#folder);
  }

  /**
   * Runs the program that `prepare` resolves to and resolves to the JSON that it left in its result file, and the files that it left.
   * @throws WorkError where the program fails
   */
  async run(
    { instance, context, secrets, shared, noteUsage, onAbandon }: WorkAttempt<JobContext>,
    prepare: (run: PreparedRun) => Argv | Promise<Argv>,
  ): Promise<JsonValue> {
    const { tenant, jobKey, instanceId, attempt, trigger, args, log } = context;
    const identity = { tenant, app: instance.app, jobKey, instanceId, attempt, trigger: trigger.type };
    const values = secrets?.values ?? NO_SECRETS;
    const make = (): Promise<RunFolder> => makeRunFolder(this.#folder, args, identity, values);
    const folder = shared === undefined ? await make() : await shared.get(SHARED_FOLDER, make);
    if (shared !== undefined) await folder.renew(args, identity, values);
    const status = new StatusFile(join(folder.path, RunFile.Status), context);
    status.follow();
    try {
      const limits = this.#limits;
      const placed = await placeInputs(join(folder.path, RunFile.Inputs), args, context.files);
      if (placed !== args) await folder.writeArgs(placed);
      const env = {
        ...runEnvironment(this.basicEnv, folder.path, instance, context, placed),
        ...secretsEnvironment(folder.path, values.keys()),
      };
      await runProcess({
        argv: await prepare({ args: placed, folder, env, limits }),
        env,
        cwd: folder.path,
        stdinPath: join(folder.path, RunFile.Args),
        limits,
        killAfterMs: this.#killAfterMs,
        context,
        mask: secrets?.mask,
        onUsage: noteUsage,
        onAbandon,
      });
      const files = await storeOutputs(join(folder.path, RunFile.Outputs), context.files, log);
      return withFiles(await readResult(folder, log), files, log);
    } finally {
      await status.close();
      // The last phase has it removed that is shared.
      if (shared === undefined) await removeRunFolder(folder, log);
    }
  }
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

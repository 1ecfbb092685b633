import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  CommandArgs,
  type IMoWorkRunner,
  isOffered,
  type JsonValue,
  MoJobError,
  MoJobErrorCode,
  Sandbox,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  WorkKind,
  type WorkSlots,
} from "@mojob/core/ports";
import { findProgram } from "./process/find-program.ts";
import type { Argv } from "./process/launch.ts";
import { type ProcessOptions, ProgramRuns } from "./process/program-runs.ts";
import { shellWords, wordsOf } from "./words-of.ts";

export interface CommandRunnerOptions extends ProcessOptions {
  /**
   * The programs it may start: names that are looked up on PATH, or absolute paths. The first word of a job is one of
   * these, letter for letter. An interpreter among them (`sh`, `env`, `python3`) is leave to run anything.
   */
  readonly programs: readonly string[];
}

/** Runs programs of the worker's machine by their words, never through a shell. */
class CommandRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Command = WorkKind.Command;
  readonly handlers: readonly string[] = [];
  readonly sandbox: Sandbox = Sandbox.Unsandboxed;
  readonly names: readonly string[];
  readonly #runs: ProgramRuns;

  constructor({ programs, ...options }: CommandRunnerOptions) {
    this.names = [...programs];
    this.#runs = new ProgramRuns(options);
    this.#runs.begin();
  }

  get places(): WorkSlots {
    return this.#runs.places;
  }

  canRun({ work }: JobDefinition): boolean {
    return isOffered(work, [this]);
  }

  async run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { work } = attempt.definition;
    if (work.kind !== WorkKind.Command || !this.canRun(attempt.definition))
      throw new NonRetryableError(
        `Cannot run job "${attempt.definition.key}": this worker does not list its program`,
      );
    const [name = "", ...words] = work.argv;
    return await this.#runs.run(attempt, async ({ env, args, folder, phase }): Promise<Argv> => {
      const added = work.args === CommandArgs.Words ? wordsOf(args) : [];
      await folder.writeCode(phase, `${shellWords([name, ...words, ...added])}\n`);
      const program = findProgram(name, env["PATH"] ?? "");
      if (program === null) throw new WorkError(WorkErrorCode.ProgramMissing, { name });
      return [program, ...words, ...added];
    });
  }
}

/**
 * A runner for jobs whose work is a program with its words. Nothing may be started that the worker does not list.
 * @throws MoJobError `invalid_configuration` for a program that is a relative path, and for limits that cannot be
 * @example
 * ```ts
 * import { commandRunner } from "@mojob/command-runner";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({
 *   app: "ops",
 *   jobs: [],
 *   runners: [commandRunner({ programs: ["echo"] })],
 * });
 * await scheduler.jobs.create({
 *   key: "ops.greet",
 *   app: "ops",
 *   kind: "triggered",
 *   work: { kind: "command", argv: ["echo", "Hello"], args: "words" },
 * });
 * await (await scheduler.trigger("ops.greet", ["Ada"])).result();
 * await close();
 * ```
 */
export function commandRunner(options: CommandRunnerOptions): IMoWorkRunner<JobContext> {
  for (const name of options.programs)
    if (name === "" || (name.includes("/") && !name.startsWith("/")))
      throw new MoJobError(
        MoJobErrorCode.InvalidConfiguration,
        `Cannot list program "${name}": it must be a name on PATH or an absolute path`,
      );
  return new CommandRunner(options);
}

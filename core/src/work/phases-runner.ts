import type { JobContext } from "../job/job-context.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { JobWork } from "../model/job-work.ts";
import { PHASES, type Phases, phasesOf, runParts } from "../model/phased-work.ts";
import type { IMoWorkRunner, WorkAttempt } from "../ports/work-runner.ts";

type Phase = keyof Phases;
type Runners = readonly IMoWorkRunner<JobContext>[];

/** Runs work in phases, each by the worker's runner for it. */
export class PhasesRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof PHASES = PHASES;
  readonly handlers: readonly string[] = [];
  readonly #runners: Runners;

  constructor(runners: Runners) {
    this.#runners = runners;
  }

  canRun(definition: JobDefinition): boolean {
    const { work } = definition;
    if (phasesOf(work) === null) return false;
    return runParts(work).every((part) => this.#runnerFor({ ...definition, work: part }) !== undefined);
  }

  async run(attempt: WorkAttempt<JobContext>): Promise<unknown> {
    const phases = phasesOf(attempt.definition.work);
    if (phases === null) throw new TypeError("The work has no phases");
    await this.#runPhase("ready", phases.ready, attempt);
    let result: unknown;
    try {
      result = await this.#runPhase("process", phases.process, attempt);
    } catch (error) {
      if (!attempt.context.signal.aborted) await this.#endAfterFailure(phases.end, attempt);
      throw error;
    }
    await this.#runPhase("end", phases.end, attempt);
    return result;
  }

  /** What fails the attempt is the failure before it. */
  async #endAfterFailure(end: JobWork | undefined, attempt: WorkAttempt<JobContext>): Promise<void> {
    try {
      await this.#runPhase("end", end, attempt);
    } catch (error) {
      attempt.context.log.warn(
        `Phase end failed too: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async #runPhase(
    name: Phase,
    work: JobWork | undefined,
    attempt: WorkAttempt<JobContext>,
  ): Promise<unknown> {
    if (work === undefined) return undefined;
    const { instance, context } = attempt;
    context.signal.throwIfAborted();
    const definition = { ...attempt.definition, work };
    const runner = this.#runnerFor(definition);
    if (runner === undefined) throw new TypeError(`This worker has no runner for phase "${name}"`);
    const placing = runner.places?.take(instance.priority, context.signal) ?? null;
    if (placing !== null && !(await placing)) context.signal.throwIfAborted();
    try {
      context.log.info(`Phase ${name} begins`);
      return await runner.run({ ...attempt, definition });
    } finally {
      runner.places?.release();
    }
  }

  #runnerFor(definition: JobDefinition): IMoWorkRunner<JobContext> | undefined {
    return this.#runners.find((one) => one.canRun(definition));
  }
}

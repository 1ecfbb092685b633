import type { Clock } from "../base/clock.ts";
import { isMoJobError, MoJobErrorCode } from "../base/error.ts";
import type { JsonValue } from "../base/json.ts";
import type { JobContext } from "../job/job-context.ts";
import { Snooze } from "../job/snooze.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { JobWork } from "../model/job-work.ts";
import { keepResult } from "../model/preview/job-result.ts";
import { phaseMark, PhaseName } from "../model/phase-mark.ts";
import { PHASES, type Phases, phasesOf, runParts } from "../model/phased-work.ts";
import type { IMoWorkRunner, WorkAttempt } from "../ports/work-runner.ts";
import type { KeptWorks } from "./kept-work.ts";
import { PartsInCommon } from "./parts-in-common.ts";
import { LaterEnd } from "./later-end.ts";
import { UsageOfParts } from "./usage-of-parts.ts";
import { WorkChecker } from "./work-checker.ts";
import { WorkError, WorkErrorCode } from "./work-error.ts";

interface Attempt extends WorkAttempt<JobContext> {
  /** `null` where nobody keeps what it uses. */
  readonly usage?: UsageOfParts | null;
}

const MOST_RESULT_BYTES = 256 * 1024;

export interface PhasesRunnerOptions {
  readonly runners: readonly IMoWorkRunner<JobContext>[];
  /** Keeps what code has left whose work goes on. */
  readonly kept: KeptWorks;
  readonly clock: Clock;
}

/** Runs work in phases, each by the worker's runner for it. */
export class PhasesRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof PHASES = PHASES;
  readonly handlers: readonly string[] = [];
  readonly #options: PhasesRunnerOptions;

  constructor(options: PhasesRunnerOptions) {
    this.#options = options;
  }

  canRun(definition: JobDefinition): boolean {
    const { work } = definition;
    if (phasesOf(work) === null) return false;
    return runParts(work).every((part) => this.#runnerFor({ ...definition, work: part }) !== undefined);
  }

  async run(attempt: Attempt): Promise<unknown> {
    const phases = phasesOf(attempt.definition.work);
    if (phases === null) throw new TypeError("The work has no phases");
    const shared = new PartsInCommon();
    try {
      const usage = attempt.noteUsage === undefined ? null : new UsageOfParts(attempt.noteUsage);
      return await this.#runUntilEnd(phases, { ...attempt, shared, usage });
    } finally {
      await shared.remove().catch((error: unknown) => {
        attempt.context.log.warn(
          `What the phases share stays, because it cannot be removed: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
    }
  }

  async #runUntilEnd(phases: Phases, attempt: Attempt): Promise<unknown> {
    const later = this.#laterEndOf(phases, attempt);
    try {
      const result = await this.#runAll(phases, attempt, later);
      await later?.close();
      return result;
    } catch (error) {
      if (later === null) throw error;
      // Another attempt looks whether the work has ended; the next worker does, where this one leaves.
      if (Snooze.is(error)) throw error;
      if (isMoJobError(error, MoJobErrorCode.WorkerShutdown) && (await later.find()) !== null)
        return attempt.context.snooze(1);
      await later.close();
      throw error;
    }
  }

  async #runAll(phases: Phases, attempt: Attempt, later: LaterEnd | null): Promise<unknown> {
    const kept = (await later?.find()) ?? null;
    if (kept === null) await this.#prepare(phases, attempt, later);
    let result: unknown;
    try {
      if (later !== null && kept !== null) result = await later.settle(kept);
      else {
        result = await this.#runPhase(PhaseName.Process, phases.process, attempt);
        if (later !== null) {
          attempt.context.log.debug(phaseMark(PhaseName.Verify));
          result = await later.begin(result);
        }
      }
    } catch (error) {
      if (!Snooze.is(error) && !attempt.context.signal.aborted)
        await this.#endAfterFailure(phases.end, attempt);
      throw error;
    }
    await this.#runPhase(PhaseName.End, phases.end, attempt);
    if (phases.condition === undefined) return result;
    if (await this.#checkerFor(attempt, { result }).holds(phases.condition)) return result;
    throw new WorkError(WorkErrorCode.ConditionFalse, {});
  }

  /** Where something of it fails, nothing was executed that would have to be tidied up. */
  async #prepare({ resources = [], ready }: Phases, attempt: Attempt, later: LaterEnd | null): Promise<void> {
    await later?.prepare();
    const checker = this.#checkerFor(attempt);
    for (const use of resources) await checker.require(use);
    await this.#runPhase(PhaseName.Ready, ready, attempt);
  }

  #laterEndOf({ verify }: Phases, attempt: Attempt): LaterEnd | null {
    if (verify === undefined) return null;
    const { kept, clock } = this.#options;
    const checkerFor = (result: JsonValue): WorkChecker => this.#checkerFor(attempt, { result });
    return new LaterEnd({ verify, attempt, kept, clock, checkerFor });
  }

  #checkerFor(attempt: Attempt, ended?: { readonly result: unknown }): WorkChecker {
    const { args, signal, tenant } = attempt.context;
    return new WorkChecker({
      clock: this.#options.clock,
      tenant,
      self: {
        PARAMS: args,
        ...(ended !== undefined && { RESULT: keepResult(ended.result, MOST_RESULT_BYTES).value }),
      },
      signal,
      look: (work) => this.#runPart(work, attempt),
    });
  }

  /** Runs the phase `end` after a failure. The attempt fails with that one, not with a failure of this phase. */
  async #endAfterFailure(end: JobWork | undefined, attempt: Attempt): Promise<void> {
    try {
      await this.#runPhase(PhaseName.End, end, attempt);
    } catch (error) {
      attempt.context.log.warn(
        `Phase end failed too: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async #runPhase(name: PhaseName, work: JobWork | undefined, attempt: Attempt): Promise<unknown> {
    if (work === undefined) return undefined;
    return this.#runPart(work, { ...attempt, phase: name }, () => attempt.context.log.debug(phaseMark(name)));
  }

  async #runPart(work: JobWork, attempt: Attempt, onPlaced?: () => void): Promise<unknown> {
    const { usage = null, ...given } = attempt;
    const { instance, context } = given;
    context.signal.throwIfAborted();
    const definition = { ...attempt.definition, work };
    const runner = this.#runnerFor(definition);
    if (runner === undefined)
      throw new TypeError(`This worker has no runner for work of kind "${work.kind}"`);
    const placing = runner.places?.take(instance.priority, context.signal) ?? null;
    if (placing !== null && !(await placing)) context.signal.throwIfAborted();
    try {
      onPlaced?.();
      return await runner.run({ ...given, definition, ...(usage && { noteUsage: usage.begin() }) });
    } finally {
      runner.places?.release();
    }
  }

  #runnerFor(definition: JobDefinition): IMoWorkRunner<JobContext> | undefined {
    return this.#options.runners.find((one) => one.canRun(definition));
  }
}

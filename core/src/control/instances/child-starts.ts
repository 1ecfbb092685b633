import { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { Clock } from "../../base/clock.ts";
import { lastLines } from "../../work/last-lines.ts";
import { evaluateOfSelf, runValues } from "../../work/run-values.ts";
import { ExpressionError, ExpressionErrorCode } from "../../expression/expression-error.ts";
import { type JobInstance, TriggerType } from "../../model/instance/job-instance.ts";
import type { ChildJob } from "../../model/option/value/child-job.ts";
import { type Reason, ReasonCode } from "../../model/reason.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { Check } from "./condition-edge.ts";
import { ConditionEdges, type ConditionEdgesOptions } from "./condition-edges.ts";

export interface ChildStartsOptions extends ConditionEdgesOptions {
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances" | "logs">;
  readonly clock: Clock;
}

/** A run that has ended, and a child that its end may start. */
export interface DueChild {
  readonly parent: JobInstance;
  readonly child: ChildJob;
}

/** A child that an end starts. */
export interface ChildStart extends DueChild {
  readonly type: typeof TriggerType.Parent | typeof TriggerType.Condition;
  /** Why it is recorded without being run. @default it is run */
  readonly refusal?: Reason;
}

const READS_LOG = /OUTPUT|LOG/;

type Verdict = { readonly holds: boolean } | { readonly refusal: Reason; readonly why: string };

/** Says which children are started by ends: those without a condition, and those whose condition holds or becomes true. */
export class ChildStarts {
  readonly #options: ChildStartsOptions;
  readonly #edges: ConditionEdges;
  readonly #turns: LoopTurns;

  constructor(options: ChildStartsOptions) {
    this.#turns = LoopTurns.of(options.clock, options.tenant);
    this.#options = options;
    this.#edges = new ConditionEdges(options);
  }

  /** The starts of due children; one of a condition that became true is owed until `made` is called with it. */
  async of(due: readonly DueChild[]): Promise<readonly ChildStart[]> {
    const starts: ChildStart[] = [];
    /** The checks of conditions that start a child where they become true. */
    const checked = new Map<string, { readonly due: DueChild; readonly checks: Check[] }>();
    for (const one of due) {
      const { parent, child } = one;
      const type = child.edge === true ? TriggerType.Condition : TriggerType.Parent;
      const verdict = await this.#judge(one);
      if ("refusal" in verdict) {
        const { refusal, why } = verdict;
        if (child.edge !== true || (await this.#edges.refused(pairOf(one), why)))
          starts.push({ ...one, type, refusal });
      } else if (child.edge === true) {
        const name = JSON.stringify(pairOf(one));
        const { checks } = checked.get(name) ?? checked.set(name, { due: one, checks: [] }).get(name)!;
        checks.push({ run: parent.id, atMs: endOf(parent).getTime(), holds: verdict.holds });
      } else if (verdict.holds) starts.push({ ...one, type });
    }
    const known = new Map(due.map(({ parent }) => [parent.id, parent]));
    for (const { due: one, checks } of checked.values())
      starts.push(...(await this.#becameTrue(one, checks, known)));
    return starts;
  }

  /** These were started. */
  async made(starts: readonly ChildStart[]): Promise<void> {
    for (const start of starts)
      if (start.type === TriggerType.Condition && start.refusal === undefined)
        await this.#edges.made(pairOf(start), [start.parent.id]);
  }

  async #becameTrue(
    one: DueChild,
    checks: readonly Check[],
    known: ReadonlyMap<string, JobInstance>,
  ): Promise<readonly ChildStart[]> {
    const { tenant, store } = this.#options;
    const owed = await this.#edges.note(pairOf(one), checks);
    // One that another process owed may be of an earlier end, whose record may be removed by now.
    const others = owed.filter((id) => !known.has(id));
    const found = await store.instances.get(tenant, others);
    const removed = others.filter((_, index) => found[index] === null);
    if (removed.length > 0) await this.#edges.made(pairOf(one), removed);
    return owed.flatMap((id) => {
      const parent = known.get(id) ?? found[others.indexOf(id)] ?? null;
      return parent === null ? [] : [{ parent, child: one.child, type: TriggerType.Condition }];
    });
  }

  async #judge({ parent, child: { when } }: DueChild): Promise<Verdict> {
    if (when === undefined) return { holds: true };
    const lines = READS_LOG.test(when) ? await lastLines(this.#options.store.logs, parent) : [];
    try {
      const context = { self: runValues(parent, lines), now: endOf(parent), turns: this.#turns };
      const value = await evaluateOfSelf(when, context);
      if (typeof value === "boolean") return { holds: value };
      throw new ExpressionError(ExpressionErrorCode.TypeMismatch, 0, "a condition is true or false");
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const parameters = { when, position: error.at + 1, text: error.message };
      return {
        refusal: { code: ReasonCode.ChildConditionRefused, parameters },
        why: JSON.stringify(parameters),
      };
    }
  }
}

function endOf({ completedAt, updatedAt }: JobInstance): Date {
  return completedAt ?? updatedAt;
}

function pairOf({ parent, child }: DueChild): { readonly parent: string; readonly child: string } {
  return { parent: parent.jobKey, child: child.job };
}

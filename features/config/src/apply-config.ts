import { isMoJobError, MoJobError, MoJobErrorCode } from "@mojob/core";
import { actorOf, principalLabel } from "@mojob/core/engine";
import { type Act, ActKind, ActOutcome, systemClock } from "@mojob/core/ports";
import { type ConfigChange, unseenIn } from "./change.ts";
import type { ConfigScheduler } from "./config-context.ts";
import type { DiffConfigOptions } from "./diff-config.ts";
import { planConfig, type ConfigPlan } from "./plan-config.ts";

const MOST_NAMED = 100;
/** After so many changes it asks again whether the caller still has its rights. */
const ASKED_AFTER = 20;

export interface ApplyConfigOptions extends DiffConfigOptions {
  /** Of a diff: a change that it did not have is not made. */
  readonly digest: string;
  /** Why, for those who read the history: the commit of the document. @default null */
  readonly note?: string | null;
  /** Where the request came from, as the history keeps it. @default null */
  readonly from?: Act["from"];
  /** Resolves to whether the caller still has its rights. @default it does */
  readonly isLive?: () => Promise<boolean>;
}

export interface AppliedConfig {
  /** What was done, in order; empty where everything was so already. */
  readonly applied: readonly ConfigChange[];
}

/**
 * Brings the scheduler to what a YAML document says, by the same services as the panel: each change needs its right, and is in the history.
 * Where one fails, those before it stay; applying the same document again goes on.
 * @throws MoJobError as `diffConfig`; `stale_revision` where something differs that the digest does not stand for, and nothing was done;
 * else as the change that failed, with `parameters` `{ applied, count, failed }`
 */
export async function applyConfig(
  scheduler: ConfigScheduler,
  text: string,
  options: ApplyConfigOptions,
): Promise<AppliedConfig> {
  const { prune = false, clock = systemClock, digest, isLive = () => Promise.resolve(true) } = options;
  const seenPlan = async (): Promise<ConfigPlan> => {
    const found = await planConfig(scheduler, text, { prune, clock });
    const unseen = await unseenIn(found.changes, digest);
    if (unseen !== null) throw stale(unseen);
    return found;
  };
  let plan = await seenPlan();
  const { note = null } = options;
  const comment = note === null ? "config" : `config: ${note}`;
  const applied: ConfigChange[] = [];
  let before = 0;
  try {
    if (plan.isSplit) {
      for await (const change of plan.sections[0]?.apply(comment) ?? []) applied.push(change);
      // The scheduler may have brought new defaults to jobs by itself.
      before = applied.length;
      plan = await seenPlan();
    }
    for await (const change of steps(plan, comment)) {
      applied.push(change);
      if (applied.length % ASKED_AFTER === 0 && !(await isLive())) throw lost();
    }
  } catch (error) {
    await noteApplied(scheduler, plan, applied, { ...options, error });
    if (!isMoJobError(error)) throw error;
    throw brokenOff(error, applied, plan.changes[applied.length - before]);
  }
  if (applied.length > 0) await noteApplied(scheduler, plan, applied, options);
  return { applied };
}

/** Creates and changes, section after section; then removals, the last section first, when nothing refers to them any more. */
async function* steps({ sections }: ConfigPlan, note: string): AsyncGenerator<ConfigChange, void> {
  for (const section of sections) yield* section.apply(note);
  for (const section of sections.toReversed()) yield* section.remove(note);
}

/** One act that says all of it was one: the others are those of the services. */
async function noteApplied(
  { audit, principal }: ConfigScheduler,
  { app }: ConfigPlan,
  applied: readonly ConfigChange[],
  {
    note = null,
    from = null,
    error,
  }: Pick<ApplyConfigOptions, "note" | "from"> & { readonly error?: unknown },
): Promise<void> {
  const changes = applied.slice(0, MOST_NAMED).map((change) => ({
    pointer: pointerOf(change),
    before: null,
    after: JSON.stringify(change.action),
  }));
  const failed = isMoJobError(error) ? { outcome: ActOutcome.Failed, code: error.code } : {};
  await audit.note({
    kind: ActKind.ApplyConfig,
    by: actorOf(principalLabel(principal)),
    from,
    app,
    note,
    changes,
    ...failed,
  });
}

function pointerOf({ section, id }: ConfigChange): string {
  return `/${section}/${id}`;
}

function stale(change: ConfigChange): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot apply the configuration: it would ${change.action} "${pointerOf(change)}", which the diff did not show; compare it again`,
  );
}

function lost(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.Forbidden,
    "Cannot go on with this: the rights of its caller have changed since it began",
  );
}

function brokenOff(
  error: MoJobError,
  applied: readonly ConfigChange[],
  failed: ConfigChange | undefined,
): MoJobError {
  const parameters = {
    ...error.parameters,
    applied: applied.slice(-MOST_NAMED).map(pointerOf),
    count: applied.length,
    failed: failed === undefined ? null : pointerOf(failed),
  };
  const message = `${error.message}. ${applied.length} changes of the configuration were made before it; apply it again to go on`;
  return new MoJobError(error.code, message, { cause: error, issues: error.issues, parameters });
}

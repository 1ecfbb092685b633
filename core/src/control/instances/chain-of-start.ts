import { chainAfter, chainTooLong, NEW_CHAIN_AFTER_MS, tooLongChain } from "../../model/instance/chain.ts";
import type { JobInstance, JobTrigger } from "../../model/instance/job-instance.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import type { StartingRun } from "../../scheduler/instance-requests.ts";

/** The runs that a new run follows. */
export interface StartPlace {
  /** The run whose code asks, where it is not that code's own scheduler its id. @default none */
  readonly startedBy: string | StartingRun | undefined;
  readonly rerunOf: JobInstance | undefined;
  /** The part and the version of a task that its re-run executes. */
  readonly how: Pick<JobTrigger, "mode" | "version"> | undefined;
  /** When it was asked for: the time that it takes to look at the request shortens no delay. */
  readonly askedAt: Date;
}

interface ChainReader {
  readonly store: { readonly instances: Pick<IMoInstanceStore, "get"> };
}

/** The runs and apps that the caller may see. */
export interface ChainSight {
  /** @throws MoJobError `instance_not_found` where the caller sees no such run */
  readonly find: (id: string) => Promise<JobInstance>;
  readonly seesApp: (app: string) => boolean;
}

/** Whether a run follows no other one, as most. */
export function isFirst({ startedBy, rerunOf, how }: StartPlace): boolean {
  return how === undefined && rerunOf === undefined && startedBy === undefined;
}

/**
 * The run where it stands among those that begin each other.
 *
 * The run whose code asks is looked up with the rights of the caller only where its id is all that is known: a scheduler of other rights,
 * which that code asks for, is not the caller's choice of where the run stands.
 *
 * @throws MoJobError `chain_too_long`, `instance_not_found`
 */
export async function inChain(
  run: NewRun,
  { startedBy, rerunOf, how, askedAt }: StartPlace,
  { store }: ChainReader,
  { find, seesApp }: ChainSight,
): Promise<NewRun> {
  const { key, tenant } = run.definition;
  const waitsMs = run.dueAt === null ? 0 : run.dueAt.getTime() - askedAt.getTime();
  const isNew = startedBy === undefined || waitsMs >= NEW_CHAIN_AFTER_MS;
  const last = isNew ? null : typeof startedBy === "string" ? await find(startedBy) : startedBy;
  // The way is of runs that the caller may not see.
  const read = async (ids: readonly string[]): Promise<readonly (StartingRun | null)[]> =>
    (await store.instances.get(tenant, ids)).map((run) =>
      run === null || seesApp(run.app) ? run : { ...run, jobKey: "…" },
    );
  const tooLong = last === null ? null : await tooLongChain(last, key, read);
  if (tooLong !== null) throw chainTooLong(key, tooLong);
  const after: Pick<JobTrigger, "of" | "depth"> = last === null ? {} : chainAfter(last);
  const repeated = rerunOf === undefined ? {} : repeatedPlace(rerunOf, after.depth ?? 0);
  return { ...run, trigger: { ...run.trigger, ...how, ...after, ...repeated } };
}

/** A re-run stands where the run does that it repeats, or after the one whose code asks for it. */
function repeatedPlace({ id, trigger }: JobInstance, after: number): Pick<JobTrigger, "of" | "depth"> {
  const depth = Math.max(after, trigger.depth ?? 0);
  return { of: id, ...(depth > 0 && { depth }) };
}

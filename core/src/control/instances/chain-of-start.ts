import type { Clock } from "../../base/clock.ts";
import { chainAfter, chainTooLong, NEW_CHAIN_AFTER_MS, tooLongChain } from "../../model/instance/chain.ts";
import type { JobInstance, JobTrigger } from "../../model/instance/job-instance.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { NewRun } from "../../model/instance/new-run.ts";

/** What a run follows. */
export interface StartPlace {
  /** The run whose code asks. @default none */
  readonly startedBy: string | undefined;
  readonly rerunOf: JobInstance | undefined;
  /** Of a re-run of a task: what it does of it. */
  readonly how: Pick<JobTrigger, "mode" | "version"> | undefined;
}

interface ChainReader {
  readonly clock: Clock;
  readonly store: { readonly instances: Pick<IMoInstanceStore, "get"> };
}

/** Whether a run follows no other one, as most. */
export function isFirst({ startedBy, rerunOf, how }: StartPlace): boolean {
  return how === undefined && rerunOf === undefined && startedBy === undefined;
}

/**
 * The run where it stands among those that begin each other.
 * @param find throws where the caller sees no such run
 * @throws MoJobError `chain_too_long`, `instance_not_found`
 */
export async function inChain(
  run: NewRun,
  { startedBy, rerunOf, how }: StartPlace,
  { clock, store }: ChainReader,
  find: (id: string) => Promise<JobInstance>,
): Promise<NewRun> {
  const { key, tenant } = run.definition;
  const waitsMs = run.dueAt === null ? 0 : run.dueAt.getTime() - clock.now().getTime();
  const isNew = startedBy === undefined || waitsMs >= NEW_CHAIN_AFTER_MS;
  const last = isNew ? null : await find(startedBy);
  const tooLong =
    last === null ? null : await tooLongChain(last, key, (ids) => store.instances.get(tenant, ids));
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

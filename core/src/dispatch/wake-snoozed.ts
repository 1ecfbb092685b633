import type { Clock } from "../base/clock.ts";
import { Woken } from "../callbacks/callback-addresses.ts";
import { isTerminal, JobState } from "../model/instance/job-state.ts";
import { enqueue } from "../model/instance/transitions.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import { dispatchAgain } from "./dispatch-again.ts";
import type { Dispatcher } from "./dispatcher.ts";

export interface WakeOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "get" | "update">;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

/** Has a run that is snoozed executed now; to be done twice changes nothing. */
export async function wakeSnoozed(id: string, options: WakeOptions): Promise<Woken> {
  const { tenant, store, dispatcher, clock } = options;
  const [run] = await store.get(tenant, [id]);
  if (!run || isTerminal(run.state)) return Woken.Over;
  if (run.state === JobState.Processing) return Woken.Busy;
  // One that is due, or waits for another attempt after a failure, looks by itself.
  if (run.state !== JobState.Scheduled || run.attempt === 0) return Woken.Yes;
  const at = clock.now();
  const due = enqueue(run, at, run.attempt + 1);
  const when = { states: [JobState.Scheduled], attempt: run.attempt };
  const [isDue] = await store.update([{ ...due, when, set: { ...due.set, scheduledFor: at } }]);
  if (isDue !== true) return Woken.Busy;
  await dispatchAgain([{ ...run, state: JobState.Enqueued, scheduledFor: at }], { store, dispatcher, clock });
  return Woken.Yes;
}

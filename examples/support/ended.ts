import { isTerminal, type JobInstance, type MoJobScheduler, StoreTopic } from "@mojob/core";

/** Resolves with a run once it has ended, however it ended. */
export async function ended(scheduler: MoJobScheduler, id: string): Promise<JobInstance> {
  const { promise, resolve, reject } = Promise.withResolvers<JobInstance>();
  const look = (): void => {
    scheduler.instances.get(id).then((run) => isTerminal(run.state) && resolve(run), reject);
  };
  const watch = await scheduler.watch([StoreTopic.Instance], (changes) => {
    if (changes.some((change) => change.topic === StoreTopic.Instance && change.instance.id === id)) look();
  });
  // It may have ended before anybody watched.
  look();
  try {
    return await promise;
  } finally {
    await watch.close();
  }
}

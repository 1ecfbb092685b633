import type { SourceJob } from "../sources/source-job.ts";

type Children = (job: SourceJob) => readonly string[];

/** The children of each job by id, without those that lead back to a job on the way to them. */
export function acyclicChildren(
  jobs: readonly SourceJob[],
  childrenOf: Children = ({ children }) => children,
): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const kept = new Map<string, readonly string[]>();
  const onTheWay = new Set<string>();
  const visit = (id: string): void => {
    if (kept.has(id) || onTheWay.has(id)) return;
    onTheWay.add(id);
    const job = byId.get(id);
    const children = (job === undefined ? [] : childrenOf(job)).filter((child) => {
      if (onTheWay.has(child)) return false;
      visit(child);
      return true;
    });
    onTheWay.delete(id);
    kept.set(id, children);
  };
  for (const { id } of jobs) visit(id);
  return kept;
}

/** Children before their parents, otherwise in the order of the source. */
export function childrenFirst<Job extends { readonly id: string; readonly children: readonly string[] }>(
  jobs: readonly Job[],
): readonly Job[] {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const ordered = new Set<Job>();
  const visit = (job: Job): void => {
    if (ordered.has(job)) return;
    for (const child of job.children) {
      const found = byId.get(child);
      if (found !== undefined) visit(found);
    }
    ordered.add(job);
  };
  for (const job of jobs) visit(job);
  return [...ordered];
}

import type { JobDefinition } from "../../model/job-definition.ts";
import { assertJobKey } from "../../model/name/names.ts";
import type { ChildJob } from "../../model/option/value/child-job.ts";
import type { DeclaredJob } from "../../scheduler/job-registry.ts";
import { namespaceOf } from "./namespace-of.ts";
import { keysNamedIn, withNamedJobs } from "../../model/task/named-jobs.ts";

/** A job under the key it is stored by; `key` is how its app's code names it. */
export interface StoredJob {
  readonly key: string;
  readonly job: DeclaredJob;
}

/** Looks at what is stored. */
export interface StoredJobs {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, JobDefinition>>;
  /** The names of the apps that have jobs. */
  apps(): Promise<ReadonlySet<string>>;
}

/** The key by which a job is stored where another app's job has its own: `ledger/report`. */
export function keyInApp(app: string, key: string): string {
  return `${app}/${key}`;
}

/** The job that an app means by a key: its own of that key, or else the one that is stored with the app's name before it. */
export async function findOwnJob(
  cache: { get(key: string): Promise<JobDefinition | null> },
  app: string,
  key: string,
): Promise<JobDefinition | null> {
  const named = await cache.get(key);
  if (named?.app === app) return named;
  const own = await cache.get(keyInApp(app, key));
  return own?.app === app ? own : null;
}

/** The key of the job that an app means, as far as definitions were read here: an app's program has read its own. */
export function knownKey(
  cache: { known(key: string): Pick<JobDefinition, "app"> | null },
  app: string,
  key: string,
): string {
  const own = keyInApp(app, key);
  return cache.known(key)?.app !== app && cache.known(own)?.app === app ? own : key;
}

/**
 * Gives each job of an app the key that it is stored by: `<app>/<key>` where another app has a job of its key, where it is new and its key
 * begins with the name of another app that has jobs, and for as long as there is such a job of its own. Its children and the nodes of tasks
 * are named alike, so that those of its app come first.
 * @throws MoJobError `invalid_argument` where that is longer than a key may be
 */
export async function toStoredJobs(
  app: string,
  jobs: readonly DeclaredJob[],
  stored: StoredJobs,
): Promise<readonly StoredJob[]> {
  const named = jobs.flatMap(({ key, options, task }) => [
    key,
    ...options.children.map(({ job }) => job),
    ...keysNamedIn(task),
  ]);
  const known = await stored.find([...new Set(named.flatMap((key) => [key, keyInApp(app, key)]))]);
  const declared = new Set(jobs.map(({ key }) => key));
  const ofOthers = await keysOfOthers(app, [...declared.difference(known)], stored);
  const storedKey = (key: string): string => {
    const own = keyInApp(app, key);
    if (known.get(own)?.app === app && known.get(key)?.app !== app) return own;
    const holder = known.get(key);
    const isTaken = declared.has(key) && holder !== undefined && holder.app !== app;
    return isTaken || ofOthers.has(key) ? own : key;
  };
  return jobs.map((job) => {
    const children = job.options.children.map((child) => renamed(child, storedKey(child.job)));
    const isSame = children.every((child, index) => child === job.options.children[index]);
    const options = isSame ? job.options : { ...job.options, children };
    const key = storedKey(job.key);
    assertJobKey(key);
    const task = job.task && withNamedJobs(job.task, storedKey);
    return { key: job.key, job: { ...job, key, options, ...(task !== undefined && { task }) } };
  });
}

/** Those of new keys that begin with the name of another app that has jobs: who starts that app's job by such a key means no other one. */
async function keysOfOthers(
  app: string,
  keys: readonly string[],
  stored: StoredJobs,
): Promise<ReadonlySet<string>> {
  const foreign = keys.filter((key) => ![null, app].includes(namespaceOf(key)));
  if (foreign.length === 0) return new Set();
  const apps = await stored.apps();
  return new Set(foreign.filter((key) => apps.has(namespaceOf(key) ?? app)));
}

function renamed(child: ChildJob, job: string): ChildJob {
  return child.job === job ? child : { ...child, job };
}

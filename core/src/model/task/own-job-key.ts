/** A job that a task's body holds: it has no definition of its own. */
export interface OwnJobRef {
  /** The key of the task. */
  readonly task: string;
  readonly node: string;
  /** The version of the task's body. */
  readonly version: number;
}

/** Neither sign is allowed in a job key, so that no job of its own has one of these. The key of a task that is tried begins with one. */
const OWN_JOB_KEY = /^(#?[^#]+)#([^#@]+)@(\d{1,9})$/;

/**
 * The key that stands in runs of a job which a task's body holds.
 * @example
 * ```ts
 * ownJobKey({ task: "shop/nightly", node: "concat", version: 3 }); // "shop/nightly#concat@3"
 * ```
 */
export function ownJobKey({ task, node, version }: OwnJobRef): string {
  return `${task}#${node}@${version}`;
}

/** `null` for the key of a job that has a definition of its own. */
export function parseOwnJobKey(key: string): OwnJobRef | null {
  // Nearly all keys are asked, and none of theirs has the sign.
  if (!key.includes("#")) return null;
  const [, task, node, version] = OWN_JOB_KEY.exec(key) ?? [];
  if (task === undefined || node === undefined) return null;
  return { task, node, version: Number(version) };
}

/** The key of the task that holds the job; `null` for a job with a definition of its own. */
export function taskOfOwnJob(key: string): string | null {
  return parseOwnJobKey(key)?.task ?? null;
}

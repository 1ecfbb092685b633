import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { decoratedOptions } from "../job/options-decorator.ts";
import type { JobReference } from "../scheduler/typed-job.ts";

/** A job as far as its key depends on it. */
export interface KeyedJob {
  readonly typeName: string;
  readonly options: { readonly key?: string };
}

/** The key a job states, or else its app and the name of its class, because two apps may each have a class `Cleanup`. */
export function jobKeyOf({ typeName, options }: KeyedJob, app: string): string {
  // A class without a name gives no key.
  return options.key ?? (typeName === "" ? "" : `${app}.${typeName}`);
}

/**
 * The key of a job that was named by its class or its definition.
 * @param app whose class it is, where it states no key; `null` where the process belongs to no app
 * @throws MoJobError `invalid_argument` for a class without a key and without an app
 */
export function keyOf(job: string | JobReference<never, unknown>, app: string | null): string {
  if (typeof job === "string") return job;
  const named =
    typeof job === "function"
      ? { typeName: job.name, options: { ...job.options, ...decoratedOptions(job) } }
      : job;
  if (named.options.key !== undefined) return named.options.key;
  if (app !== null) return jobKeyOf(named, app);
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot trigger job class "${named.typeName}": it states no key, and this process runs no jobs of an app; say static options = { key: "…" }`,
  );
}

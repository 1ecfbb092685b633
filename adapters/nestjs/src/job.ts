import type { AroundRun, RecurringJobOptions, TriggeredJobOptions } from "@mojob/core";

/** Options of a job, and its key. A schedule (`cron`, `everyMs`, `schedules`) makes it a recurring one. */
export type NestJobOptions = (RecurringJobOptions | TriggeredJobOptions) & {
  readonly key: string;
  /** Stands around each attempt, inside of the scheduler's own `hooks.around`. @default nothing does */
  readonly around?: AroundRun;
};

/** A method of a provider that is a job. */
export interface DeclaredMethod {
  readonly method: string;
  readonly options: NestJobOptions;
}

type ProviderClass = abstract new (...dependencies: never[]) => unknown;

const DECLARED = new WeakMap<object, DeclaredMethod[]>();

/**
 * Makes a method of a provider a job, or of a class its `execute`. A triggered job is called with its arguments and its context, a recurring one
 * with its context.
 * @example
 * ```ts
 * import type { JobContext } from "@mojob/core";
 * import { Job } from "@mojob/nestjs";
 *
 * class Receipts {
 *   send({ order }: { readonly order: string }, { log }: JobContext): string {
 *     log.info(`order ${order}`);
 *     return `receipt for order ${order} sent`;
 *   }
 * }
 * // With decorators: @Job({ key: "shop.send-receipt", retryCount: 3 }) above the method.
 * Job({ key: "shop.send-receipt", retryCount: 3 })(Receipts.prototype, "send");
 * ```
 */
export function Job(options: NestJobOptions): (target: object, method?: string | symbol) => void {
  return (target, method) => {
    const owner = method === undefined ? target : target.constructor;
    const declared = DECLARED.get(owner) ?? [];
    declared.push({ method: String(method ?? "execute"), options });
    DECLARED.set(owner, declared);
  };
}

/** The jobs of a provider's class, those of its base classes included. */
export function jobsOfClass(provider: unknown): readonly DeclaredMethod[] {
  const found: DeclaredMethod[] = [];
  for (
    let one = provider as ProviderClass | null;
    typeof one === "function";
    one = Object.getPrototypeOf(one) as ProviderClass | null
  )
    found.push(...(DECLARED.get(one) ?? []));
  return found;
}

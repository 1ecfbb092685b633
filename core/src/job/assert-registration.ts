import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { JobRegistration } from "./job-registration.ts";

const WANTED =
  "triggered(), recurring(), defineTriggeredJob(), defineRecurringJob() and defineTask() return jobs";

/**
 * JavaScript and `any` let through what is no job: a class or a function as it is, an import that is not there.
 * @throws MoJobError `invalid_argument`, which says what was given and what to write
 */
export function assertRegistration(given: unknown): asserts given is JobRegistration {
  if (typeof given === "object" && given !== null && "activate" in given && "options" in given) return;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot register ${describe(given)}`);
}

function describe(given: unknown): string {
  if (typeof given === "object" && given !== null)
    return "execute" in given
      ? `an object with "execute" as it is: write jobs: [defineTriggeredJob({ … })], or defineRecurringJob({ … }) where it has a schedule`
      : `an object with the members ${JSON.stringify(Object.keys(given))} as a job: ${WANTED}`;
  if (typeof given !== "function") return `${String(given)} as a job: ${WANTED}`;
  const { name, prototype } = given as { readonly name: string; readonly prototype?: unknown };
  const isClass = typeof prototype === "object" && prototype !== null && "execute" in prototype;
  if (isClass)
    return `class "${name}" as it is: write jobs: [triggered(${name})], or recurring(${name}) where it has a schedule`;
  return `function "${name}" as it is: write jobs: [defineTriggeredJob({ key: "…", execute: ${name || "…"} })]`;
}

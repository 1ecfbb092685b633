import type { JsonObject } from "@mojob/core/ports";

/** What the result of several files says of all of them. */
export function summed(results: readonly JsonObject[], leftOut: number): JsonObject {
  const skipped = results.filter((result) => result["skipped"] === true).length;
  return {
    count: results.length - skipped,
    size: results.reduce((sum, { size }) => sum + Number(size ?? 0), 0),
    ...(skipped > 0 && { skipped }),
    ...(leftOut > 0 && { leftOut }),
  };
}

import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { declareJob } from "../declare-job.ts";

const nestedIn = (levels: number): JsonObject => (levels === 0 ? {} : { not: nestedIn(levels - 1) });

it.each<[string, JsonObject]>([
  ["a pattern with a back-reference", { pattern: "(a)\\1" }],
  ["a key pattern that is not plain", { patternProperties: { "^(a+)+$": true } }],
  ["more than 64 KiB", { description: "x".repeat(65_536) }],
  ["more than 64 levels", nestedIn(70)],
  ["more values than it may have", { enum: Array.from({ length: 10_001 }, (): JsonValue => 1) }],
])("declareJob() refuses an args schema with %s", (_, argsSchema) => {
  const job = { key: "mail.send", kind: "triggered", options: {}, argsSchema } as const;
  expect(() => declareJob(job)).toThrow(
    expect.objectContaining({
      code: "invalid_argument",
      issues: [expect.objectContaining({ pointer: expect.stringMatching(/^\/argsSchema/) })],
    }),
  );
});

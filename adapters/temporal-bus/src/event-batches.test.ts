import assert from "node:assert/strict";
import { anEvent, events } from "@mojob/contract-tests";
import { isMoJobError } from "@mojob/core/ports";
import { describe, it } from "vitest";
import { toBatches } from "./event-batches.ts";

const KIB = 1024;

describe("toBatches()", () => {
  it("keeps together what one workflow can carry, in order", () => {
    const some = events("a", "b", "c");
    assert.deepEqual(toBatches("topic", some), [some]);
    assert.deepEqual(toBatches("topic", []), []);
  });

  it("cuts after a hundred events", () => {
    const many = events(...Array.from({ length: 250 }, (_, index) => `${index}`));
    const batches = toBatches("topic", many);
    assert.deepEqual(
      batches.map(({ length }) => length),
      [100, 100, 50],
    );
    assert.deepEqual(batches.flat(), many);
  });

  it("cuts before what would be too large together", () => {
    const large = ["a", "b", "c"].map((id) => anEvent({ id, payload: "x".repeat(200 * KIB) }));
    assert.deepEqual(
      toBatches("topic", large).map((batch) => batch.map(({ id }) => id)),
      [["a", "b"], ["c"]],
    );
  });

  it("refuses an event that is too large by itself, counting bytes", () => {
    const event = anEvent({ id: "huge", payload: "日".repeat(100 * KIB) });
    assert.throws(
      () => toBatches("topic", [event]),
      (error) => isMoJobError(error, "invalid_argument") && error.message.includes('"huge"'),
    );
  });
});

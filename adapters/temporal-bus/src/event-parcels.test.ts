import assert from "node:assert/strict";
import { anEvent, events } from "@mojob/contract-tests";
import { isMoJobError } from "@mojob/core";
import { describe, it } from "vitest";
import { toParcels } from "./event-parcels.ts";

const KIB = 1024;

describe("toParcels()", () => {
  it("keeps together what one workflow can carry, in order", () => {
    const some = events("a", "b", "c");
    assert.deepEqual(toParcels("topic", some), [some]);
    assert.deepEqual(toParcels("topic", []), []);
  });

  it("cuts after a hundred events", () => {
    const many = events(...Array.from({ length: 250 }, (_, index) => `${index}`));
    const parcels = toParcels("topic", many);
    assert.deepEqual(
      parcels.map(({ length }) => length),
      [100, 100, 50],
    );
    assert.deepEqual(parcels.flat(), many);
  });

  it("cuts before what would be too large together", () => {
    const large = ["a", "b", "c"].map((id) => anEvent({ id, payload: "x".repeat(200 * KIB) }));
    assert.deepEqual(
      toParcels("topic", large).map((parcel) => parcel.map(({ id }) => id)),
      [["a", "b"], ["c"]],
    );
  });

  it("refuses an event that is too large by itself, counting bytes", () => {
    const event = anEvent({ id: "huge", payload: "日".repeat(100 * KIB) });
    assert.throws(
      () => toParcels("topic", [event]),
      (error) => isMoJobError(error, "invalid_argument") && error.message.includes('"huge"'),
    );
  });
});

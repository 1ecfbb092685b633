import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Parser } from "../request/validate.ts";
import { instantOut } from "./fields.ts";
import { toWire, type Wire, wireObject } from "./wire.ts";

interface Report {
  readonly at: Date;
  readonly endedAt: Date | null;
  readonly steps: readonly { readonly from: Date }[];
  readonly note?: string;
}

type ReportSchema = Parser<Wire<Report>>;

const step = { from: instantOut };
const note = v.exactOptional(v.string());
const fields = { at: instantOut, endedAt: v.nullable(instantOut), steps: v.array(v.object(step)), note };
const more = v.string();

describe("toWire()", () => {
  it("types a record as what JSON.stringify makes of it", () => {
    const report: Report = { at: new Date(0), endedAt: null, steps: [{ from: new Date(1) }] };
    const json: Wire<Report> = toWire(report);
    expect(JSON.parse(JSON.stringify(json))).toEqual({
      at: "1970-01-01T00:00:00.000Z",
      endedAt: null,
      steps: [{ from: "1970-01-01T00:00:00.001Z" }],
    });
  });
});

describe("wireObject()", () => {
  it("makes a schema of exactly the fields that the JSON has", () => {
    const schema: ReportSchema = wireObject(fields);
    const json = { at: "1970-01-01T00:00:00.000Z", endedAt: null, steps: [], note: "Done" };
    expect(v.parse(schema, json)).toEqual(json);
  });

  it("does not compile with a field that is missing, surplus or of another type, at any depth", () => {
    const { note: _, ...missing } = fields;
    // @ts-expect-error -- it lacks a field that may be absent
    const withoutNote: ReportSchema = wireObject(missing);
    // @ts-expect-error -- one field more
    const withMore: ReportSchema = wireObject({ ...fields, more });
    // @ts-expect-error -- the JSON always has it
    const withOptional: ReportSchema = wireObject({ ...fields, at: v.exactOptional(instantOut) });
    // @ts-expect-error -- the JSON has a text
    const withNumber: ReportSchema = wireObject({ ...fields, at: v.number() });
    // @ts-expect-error -- one field more in each step
    const inSteps: ReportSchema = wireObject({ ...fields, steps: v.array(v.object({ ...step, more })) });
    // @ts-expect-error -- each step lacks a field
    const ofSteps: ReportSchema = wireObject({ ...fields, steps: v.array(v.object({})) });
    expect([withoutNote, withMore, withOptional, withNumber, inSteps, ofSteps]).toHaveLength(6);
  });
});

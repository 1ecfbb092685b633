import { anAdmission, anInstance } from "@mojob/contract-tests";
import { expect, test } from "vitest";
import { toAdmissionRows } from "./change-row.ts";

test("toAdmissionRows() encodes each admission as if it came alone, also where several set the same", () => {
  const one = anAdmission(anInstance({ id: "run-1" }));
  const { change } = one;
  const admissions = [
    one,
    { ...one, change: { ...change, id: "run-2" } },
    { ...one, change: { ...change, id: "run-3", tenant: "other" } },
    { ...one, change: { ...change, id: "run-4", when: { ...change.when, attempt: 7 } } },
    anAdmission(anInstance({ id: "run-5" })),
  ];
  expect(toAdmissionRows(admissions)).toEqual(
    admissions.flatMap((admission) => toAdmissionRows([admission])),
  );
});

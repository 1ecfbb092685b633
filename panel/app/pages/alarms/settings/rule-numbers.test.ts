import { AlarmCondition, CONDITIONS } from "@mojob/core/words";
import { expect, it } from "vitest";
import { INCIDENTS_EN } from "../../../words/en/incidents.ts";

it("every condition, and every number that a rule may set, has words", () => {
  const conditions = Object.values(AlarmCondition);
  expect(conditions.filter((one) => !Object.hasOwn(INCIDENTS_EN.condition, one))).toEqual([]);
  const numbers = conditions.flatMap((one) => Object.keys(CONDITIONS[one].parameters));
  expect(numbers.filter((name) => !Object.hasOwn(INCIDENTS_EN.rule.parameter, name))).toEqual([]);
});

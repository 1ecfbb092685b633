import { aDefinition } from "@mojob/contract-tests";
import { expect, test } from "vitest";
import { toDefinition, toDefinitionRow } from "./definition-row.ts";

test("a definition that was stored before an option was there is read with the option's default", () => {
  const definition = aDefinition();
  const { owner: _, ...older } = definition.options;
  const stored = { ...definition, options: older, declared: older } as unknown as typeof definition;
  expect(toDefinition(toDefinitionRow(stored).record)).toEqual(definition);
});

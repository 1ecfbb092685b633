import { aDefinition } from "@mojob/contract-tests";
import { expect, test } from "vitest";
import { idOf, toDefinition, toFields } from "./definition-document.ts";
import type { DefinitionDocument } from "./mongodb-documents.ts";

test("a definition that was stored before an option was there is read with the option's default", () => {
  const definition = aDefinition();
  const { owner: _, ...older } = definition.options;
  const fields = toFields({ ...definition, options: older, declared: older } as unknown as typeof definition);
  const document = { ...fields, _id: idOf(definition) } as DefinitionDocument;
  expect(toDefinition(document)).toEqual(definition);
});

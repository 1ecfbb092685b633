import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { describe, it } from "vitest";
import { describeMetadataStore } from "@mojob/contract-tests";

const settle = createFakeClock().settle;

describe("in memory", () => {
  describeMetadataStore(
    { describe, it },
    {
      open: async () => new MetadataStoreInMemoryProvider(),
      until: async (condition) => {
        await settle();
        if (!condition()) throw new Error("The condition does not hold once everything has settled");
      },
      propertyRuns: 200,
    },
  );
});

import { afterAll, beforeAll } from "vitest";
import { describeRandomBodies } from "./random-bodies.ts";
import { createTemporalHarness } from "./temporal-deployment.ts";

const harness = createTemporalHarness();

// The first start may build a server.
beforeAll(() => harness.start(), 120_000);
afterAll(() => harness.close());

describeRandomBodies(harness, { bodies: 50, atOnce: 10 });

import { afterAll, beforeAll, vi } from "vitest";
import { describeBasics } from "./behaviour.ts";
import { createTemporalHarness } from "./temporal-deployment.ts";

const harness = createTemporalHarness();

// The first start may build a server.
vi.setConfig({ testTimeout: 120_000 });
beforeAll(() => harness.start());
afterAll(() => harness.close());

describeBasics(harness);

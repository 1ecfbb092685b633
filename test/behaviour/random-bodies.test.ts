import { createEmbeddedHarness } from "./embedded-deployment.ts";
import { describeRandomBodies } from "./random-bodies.ts";

// More by the environment: `RANDOM_BODIES=10000`.
describeRandomBodies(createEmbeddedHarness(), {
  bodies: Number(process.env["RANDOM_BODIES"] ?? 1000),
  atOnce: 50,
});

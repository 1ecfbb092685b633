import { describeCancellation } from "./cancellation.ts";
import { describeConcurrency } from "./concurrency.ts";
import { describeDebugMode } from "./debug-mode.ts";
import { createEmbeddedHarness } from "./embedded-deployment.ts";
import { describeOptions } from "./options.ts";
import { describeRecurring } from "./recurring.ts";
import { describeRunning } from "./running.ts";
import { describeStates } from "./states.ts";
import { describeTriggering } from "./triggering.ts";

const harness = createEmbeddedHarness();

describeStates(harness);
describeTriggering(harness);
describeOptions(harness);
describeRecurring(harness);
describeDebugMode(harness);
describeConcurrency(harness);
describeCancellation(harness);
describeRunning(harness);

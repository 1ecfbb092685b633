import { afterAll, beforeAll, vi } from "vitest";
import { describeBroadcast } from "./broadcast.ts";
import { describeCalledExecutors } from "./called-executors.ts";
import { describeCancellation } from "./cancellation.ts";
import { describeConcurrency } from "./concurrency.ts";
import { describeDebouncing } from "./debouncing.ts";
import { describeDebugMode } from "./debug-mode.ts";
import { describeHungCode } from "./hung-code.ts";
import { describeIntervals } from "./intervals.ts";
import { describeOptions } from "./options.ts";
import { describeLanes } from "./lanes.ts";
import { describeLatestLast } from "./latest-last.ts";
import { describeLimits } from "./limits.ts";
import { describeQueueing } from "./queueing.ts";
import { describeRecurring } from "./recurring.ts";
import { describeRunning } from "./running.ts";
import { describeSnoozing } from "./snoozing.ts";
import { describeStates } from "./states.ts";
import { createTemporalHarness } from "./temporal-deployment.ts";
import { describeTriggering } from "./triggering.ts";
import { describeWaiting } from "./waiting.ts";

const harness = createTemporalHarness();

// The first start may build a server.
vi.setConfig({ testTimeout: 120_000 });
beforeAll(() => harness.start());
afterAll(() => harness.close());

describeStates(harness);
describeTriggering(harness);
describeOptions(harness);
describeRecurring(harness);
describeIntervals(harness);
describeDebugMode(harness);
describeConcurrency(harness);
describeLimits(harness);
describeLatestLast(harness);
describeDebouncing(harness);
describeQueueing(harness);
describeLanes(harness);
describeWaiting(harness);
describeCancellation(harness);
describeHungCode(harness);
describeRunning(harness);
describeSnoozing(harness);
describeBroadcast(harness);
describeCalledExecutors(harness);

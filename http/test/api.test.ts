import { expect, it } from "vitest";
import { describeAccess } from "./access.ts";
import { describeBombs } from "./bombs.ts";
import { describeBulk } from "./bulk.ts";
import { describeCron } from "./cron.ts";
import { describeDocument } from "./document.ts";
import { describeEvents } from "./events.ts";
import { describeFailures } from "./failures.ts";
import { describeInstances } from "./instances.ts";
import { describeJobs } from "./jobs.ts";
import { describePages } from "./pages.ts";
import { describePaging } from "./paging.ts";
import { describePanel } from "./panel.ts";
import { describeQueue } from "./queue.ts";
import { describeRefusals } from "./refusals.ts";
import { describeScope } from "./scope.ts";
import { describeSessions } from "./sessions.ts";
import { describeSystem } from "./system.ts";
import { endpointsOf, openTestApi, succeeded } from "./test-api.ts";
import { describeTriggers } from "./triggers.ts";
import { describeWorkers } from "./workers.ts";

// One file, so that the last test knows what all others called.
describeJobs();
describeTriggers();
describeCron();
describeInstances();
describeBulk();
describeFailures();
describeQueue();
describeWorkers();
describeSystem();
describeEvents();
describePages();
describePanel();
describeSessions();
describeDocument();
describeAccess();
describeRefusals();
describeBombs();
describePaging();
describeScope();

it("every operation succeeded in some test", async () => {
  const { document } = await openTestApi();
  const operations = endpointsOf(document).map(({ operation }) => operation.operationId);
  expect(operations.filter((operationId) => !succeeded.has(operationId))).toEqual([]);
});

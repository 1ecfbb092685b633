import { expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { aRequester } from "@mojob/test-fixtures/requester";
import { createWorld } from "@mojob/test-fixtures/world";
import { assertRecurring, findJob } from "./find-job.ts";

test("findJob() returns the job in force, and to a scoped caller only its own app's", async () => {
  const { cache, define } = createWorld();
  await define(aDefinition());
  expect((await findJob(cache, aRequester(), "mail.send")).key).toBe("mail.send");
  expect((await findJob(cache, aRequester("mail"), "mail.send")).key).toBe("mail.send");
  for (const [scope, key] of [
    ["ledger", "mail.send"],
    [null, "mail.sent"],
  ] as const) {
    await expect(findJob(cache, aRequester(scope), key)).rejects.toMatchObject({
      code: "job_not_found",
      message: `Cannot find job "${key}": no job has this key`,
    });
  }
});

test("findJob() finds a scoped caller's job by the name its code gives it, where another app has a job of that key", async () => {
  const { cache, define } = createWorld();
  await define(aDefinition(), aDefinition({ key: "ledger/mail.send", app: "ledger" }));
  expect((await findJob(cache, aRequester("ledger"), "mail.send")).key).toBe("ledger/mail.send");
  expect((await findJob(cache, aRequester("ledger"), "ledger/mail.send")).key).toBe("ledger/mail.send");
  expect((await findJob(cache, aRequester("mail"), "mail.send")).key).toBe("mail.send");
  expect((await findJob(cache, aRequester(), "mail.send")).key).toBe("mail.send");
});

test("assertRecurring() refuses a triggered job and says what for", () => {
  expect(() => assertRecurring(aDefinition({ kind: "recurring" }), "pause")).not.toThrow();
  expect(() => assertRecurring(aDefinition(), "pause")).toThrow(
    expect.objectContaining({
      code: "wrong_job_kind",
      message: 'Cannot pause job "mail.send": it is triggered, only a recurring job can be',
    }),
  );
});

import assert from "node:assert/strict";
import { aChange, anAdmission, anInstance, uniqueName } from "@mojob/contract-tests";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { untilTrue } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, it } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { connectMongodb } from "../connect-mongodb.ts";

describe.each([
  ["by a change stream", {}],
  ["by polling", { polling: true, pollMs: 20 }],
])("a watch of ended runs, %s", (_how, options) => {
  let server: MongodbServer;
  beforeAll(async () => {
    server = await startMongodb();
  });
  afterAll(() => server.close());

  it("is called for runs that end, and for those that are recorded as ended, and for no others", async () => {
    await using stores = await connectMongodb(databaseUrl(server.url, uniqueName("ended")), options);
    const { instances } = stores.store;
    const [ending, open] = [anInstance({ id: uniqueName("run") }), anInstance({ id: uniqueName("run") })];
    const { tenant } = ending;
    const seen: string[] = [];
    await stores.store.watch({ tenant, topics: ["instance"], endedOnly: true }, (changes) => {
      for (const change of changes)
        if (change.topic === "instance") seen.push(`${change.instance.id} ${change.instance.state}`);
    });
    await instances.insert([ending, open]);
    await instances.admit([anAdmission(ending), anAdmission(open)]);
    const set = { state: "Succeeded", completedAt: new Date() } as const;
    await instances.update([aChange({ ...ending, state: "Processing" }, { set })]);
    const skipped = anInstance({ id: uniqueName("run"), state: "Skipped", completedAt: new Date() });
    await instances.insert([skipped]);
    const wanted = [`${ending.id} Succeeded`, `${skipped.id} Skipped`];
    await untilTrue(() => wanted.every((one) => seen.includes(one)));
    assert.deepEqual(
      seen.filter((one) => one.startsWith(open.id)),
      [],
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

/** Runs in one millisecond are distinguished by ids that come in no order. */
async function addRuns(api: TestApi, names: readonly string[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    names.map((name) =>
      api.call("triggerJob", {
        path: { key: "wait" },
        body: { delayMs: 3_600_000 },
        headers: { "Idempotency-Key": name },
      }),
    ),
  );
  return answers.map(({ body }) => body["instance"]?.["id"] as string);
}

/** Reads a list to its end; `between` is called when a page was read. */
async function readAllPages(
  api: TestApi,
  operation: string,
  query: Readonly<Record<string, string | number>>,
  between: (page: number) => Promise<void>,
): Promise<readonly Json[]> {
  const items: Json[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const { body } = await api.call(operation, {
      path: { key: "wait" },
      query: { ...query, ...(cursor !== null && { cursor }) },
    });
    items.push(...itemsOf(body));
    cursor = body["nextCursor"] as string | null;
    await between(page);
  }
  return items;
}

export function describePaging(): void {
  describe("paging", () => {
    it("whatever the limit and whatever arrives between pages, each run is seen once", async () => {
      const name = fc.stringMatching(/^[a-z0-9]{1,6}$/);
      const names = fc.uniqueArray(name, { maxLength: 24 });
      const operation = fc.constantFrom("listInstances", "listJobInstances");
      await fc.assert(
        fc.asyncProperty(
          operation,
          names,
          fc.integer({ min: 1, max: 9 }),
          fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 24 }),
          fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }),
          async (listed, before, limit, waits, arrivals) => {
            const api = await openTestApi();
            const standing: string[] = [];
            for (const [index, runName] of before.entries()) {
              standing.push(...(await addRuns(api, [runName])));
              await api.clock.advance(waits[index] ?? 0);
            }
            const seen = await readAllPages(api, listed, { limit }, async (page) => {
              const late = Array.from({ length: arrivals[page] ?? 0 }, (_, index) => `LATE-${page}-${index}`);
              await api.clock.advance(1);
              await addRuns(api, late);
            });
            const ids = seen.map((run) => String(run["id"]));
            expect(ids.toSorted()).toEqual(standing.toSorted());
            const created = seen.map((run) => String(run["createdAt"]));
            expect(created).toEqual(created.toSorted().toReversed());
          },
        ),
        { numRuns: 30 },
      );
    }, 120_000);

    it("whatever the limit, each job is listed once, in the order of its key", async () => {
      const api = await openTestApi();
      const keys = ["B", "a/b", "a.b", "b", "zz"];
      await api.call("registerJobs", {
        body: { app: "billing", definitions: keys.map((key) => ({ key, kind: "triggered" })) },
      });
      const all = itemsOf((await api.call("listJobs")).body).map((job) => job["key"]);
      expect(all).toHaveLength(keys.length + 4);
      for (const limit of [1, 2, 3, 9, 10, 200]) {
        const seen = await readAllPages(api, "listJobs", { limit }, () => Promise.resolve());
        expect(seen.map((job) => job["key"])).toEqual(all);
      }
    });

    it("a cursor that was changed anywhere is refused, whatever it would mean", async () => {
      const api = await openTestApi();
      await addRuns(api, ["a", "b", "c"]);
      const { body } = await api.call("listInstances", { query: { limit: 1 } });
      const cursor = body["nextCursor"] as string;
      const place = fc.integer({ min: 0, max: cursor.length - 1 });
      const character = fc.stringMatching(/^[\w.~ -]$/);
      const changed = fc.oneof(
        fc.tuple(place, character).map(([at, put]) => cursor.slice(0, at) + put + cursor.slice(at + 1)),
        place.map((at) => cursor.slice(0, at)),
        place.map((at) => cursor.slice(at + 1)),
        fc.tuple(place, character).map(([at, put]) => cursor.slice(0, at) + put + cursor.slice(at)),
      );
      await fc.assert(
        fc.asyncProperty(changed, async (tampered) => {
          fc.pre(tampered !== cursor && tampered !== "");
          const answer = await api.call("listInstances", { query: { cursor: tampered } });
          expect(answer).toMatchObject({
            status: 400,
            body: { code: "invalid_argument", errors: [{ parameter: "cursor" }] },
          });
        }),
        { numRuns: 200 },
      );
    });

    it("a cursor goes on with its own list only, at any limit", async () => {
      const api = await openTestApi();
      await addRuns(api, ["a", "b", "c"]);
      const ofRuns = (await api.call("listInstances", { query: { limit: 1, jobKey: "wait" } })).body;
      const ofJobs = (await api.call("listJobs", { query: { limit: 1 } })).body;
      const [runs, jobs] = [ofRuns["nextCursor"] as string, ofJobs["nextCursor"] as string];
      const path = { key: "wait" };
      const status = async (operation: string, query: Record<string, string | number>): Promise<number> =>
        (await api.call(operation, { path, query })).status;
      expect(await status("listInstances", { jobKey: "wait", cursor: runs, limit: 2 })).toBe(200);
      expect(await status("listInstances", { jobKey: "wait", cursor: runs, count: "capped" })).toBe(200);
      expect(await status("listInstances", { cursor: runs })).toBe(400);
      expect(await status("listInstances", { jobKey: "wait", state: "Scheduled", cursor: runs })).toBe(400);
      expect(await status("listInstances", { cursor: jobs })).toBe(400);
      expect(await status("listJobs", { cursor: runs })).toBe(400);
      expect(await status("listJobs", { cursor: jobs, kind: "triggered" })).toBe(400);
    });
  });
}

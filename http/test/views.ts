import { describe, expect, it } from "vitest";
import { type Answer, itemsOf, type Json, openTestApi } from "./test-api.ts";

const FAILED = { name: "Failed today", page: "runs", filter: { state: "Terminated", window: "24h" } };
const ANY = { "If-Match": "*" };

const idOf = ({ body }: Answer): string => (body["view"] as Json)["id"] as string;

/** Filters of lists under names. */
export function describeViews(): void {
  describe("views", () => {
    it("are saved, listed by name, changed at their revision alone, and removed", async () => {
      const api = await openTestApi();
      const made = await api.call("createView", { body: FAILED });
      expect([made.status, made.headers.get("ETag"), made.body]).toEqual([
        201,
        '"1"',
        {
          view: {
            ...FAILED,
            id: expect.any(String) as string,
            revision: 1,
            owner: "local",
            isOwn: true,
            isShared: false,
            app: null,
            createdAt: "2026-01-01T00:00:00.000Z",
            changedAt: "2026-01-01T00:00:00.000Z",
          },
        },
      ]);
      const path = { id: idOf(made) };
      await api.clock.advance(60_000);
      const body = { ...FAILED, name: "A first one", filter: { app: "ledger" }, isShared: true };
      const changed = await api.call("replaceView", { path, body, headers: { "If-Match": '"1"' } });
      expect(changed.body["view"]).toMatchObject({
        ...body,
        revision: 2,
        app: "ledger",
        changedAt: "2026-01-01T00:01:00.000Z",
      });
      const stale = await api.call("replaceView", { path, body, headers: { "If-Match": '"1"' } });
      expect(stale).toMatchObject({ status: 412, body: { code: "stale_revision" } });
      expect((await api.call("replaceView", { path, body })).status).toBe(428);
      await api.call("createView", { body: { ...FAILED, page: "failures", filter: { order: "count" } } });
      const listed = async (query = {}): Promise<readonly unknown[]> =>
        itemsOf((await api.call("listViews", { query })).body).map(({ name, page }) => [name, page]);
      expect(await listed()).toEqual([
        ["A first one", "runs"],
        ["Failed today", "failures"],
      ]);
      expect(await listed({ page: "failures" })).toEqual([["Failed today", "failures"]]);
      expect((await api.call("removeView", { path, headers: { "If-Match": '"1"' } })).status).toBe(412);
      expect((await api.call("removeView", { path })).status).toBe(428);
      const removed = await api.call("removeView", { path, headers: { "If-Match": '"2"' } });
      expect([removed.status, idOf(removed)]).toEqual([200, path.id]);
      const again = await api.call("removeView", { path, headers: ANY });
      expect(again).toMatchObject({ status: 404, body: { code: "view_not_found" } });
    });

    it.each<readonly [string, object, string]>([
      [
        "a name that its page's filter does not have",
        { ...FAILED, filter: { order: "count" } },
        "/filter/order",
      ],
      ["a value that is no text", { ...FAILED, filter: { state: ["Failed"] } }, "/filter/state"],
      ["a value that is too long", { ...FAILED, filter: { search: "x".repeat(201) } }, "/filter/search"],
      ["a filter that is none", { ...FAILED, filter: "state" }, "/filter"],
      ["an unknown page", { ...FAILED, page: "tasks" }, "/page"],
      ["no name", { ...FAILED, name: " " }, "/name"],
      ["a name of two lines", { ...FAILED, name: "a\nb" }, "/name"],
      ["a name that is too long", { ...FAILED, name: "x".repeat(101) }, "/name"],
      ["an unknown member", { ...FAILED, owner: "user:li" }, "/owner"],
    ])("refuse %s, and say where it is", async (_, body, pointer) => {
      const api = await openTestApi();
      const refused = await api.call("createView", { body });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "invalid_argument", errors: [{ pointer }] },
      });
      expect(itemsOf((await api.call("listViews")).body)).toEqual([]);
    });
  });
}

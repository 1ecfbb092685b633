import { type Principal, PrincipalKind } from "@mojob/core";
import { permissionsOf, Role } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { type Answer, itemsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

const CLOSE =
  "apiVersion: mojob/v1\n\njobs:\n  shop.close:\n    app: shop\n    kind: recurring\n    cron: 0 18 * * *\n";

const fetchText = async (
  api: TestApi,
  query = "",
  headers: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const response = await api.app.request(
    `http://127.0.0.1/api/v1/config${query}`,
    { headers },
    { peer: "127.0.0.1" },
  );
  expect(response.headers.get("Content-Type")).toBe("application/yaml; charset=utf-8");
  return response.text();
};

async function apply(api: TestApi, text: string, more: object = {}): Promise<Answer> {
  const { body } = await api.call("diffConfig", { body: { text, ...more } });
  return api.call("applyConfig", { body: { text, digest: body["digest"], ...more } });
}

const namesOf = (body: Json): readonly string[] =>
  (body["applied"] ?? body["changes"] ?? []).map(({ action, section, id }) => `${action} ${section}/${id}`);

/** The configuration as one YAML document. */
export function describeConfig(): void {
  describe("the configuration", () => {
    it("is read as YAML, compared value by value, and applied as it was shown", async () => {
      const api = await openTestApi();
      const before = await fetchText(api);
      expect(before).toBe("apiVersion: mojob/v1\n");
      const diff = await api.call("diffConfig", { body: { text: CLOSE } });
      expect(diff.body["changes"]).toEqual([
        {
          section: "jobs",
          id: "shop.close",
          action: "create",
          fields: [
            { pointer: "/app", after: "shop" },
            { pointer: "/kind", after: "recurring" },
            { pointer: "/cron", after: "0 18 * * *" },
          ],
        },
      ]);
      expect(await fetchText(api)).toBe(before);
      const unseen = await api.call("applyConfig", { body: { text: CLOSE, digest: "" } });
      expect([unseen.status, unseen.body["code"]]).toEqual([412, "stale_revision"]);
      const body = { text: CLOSE, digest: diff.body["digest"], note: "commit 1a2b3c" };
      const applied = await api.call("applyConfig", { body, headers: { "X-Request-Id": "edge-9" } });
      expect([applied.status, namesOf(applied.body)]).toEqual([200, ["create jobs/shop.close"]]);
      expect(await fetchText(api)).toBe(CLOSE);
      expect(namesOf((await api.call("applyConfig", { body })).body)).toEqual([]);
      const { body: page } = await api.call("listAudit", { query: { limit: 2 } });
      const acts = itemsOf(page).map(({ kind, note, from, jobKey }) => [
        kind,
        note,
        from?.["requestId"],
        jobKey,
      ]);
      expect(acts).toEqual([
        ["apply_config", "commit 1a2b3c", "edge-9", null],
        ["create", "config: commit 1a2b3c", "edge-9", "shop.close"],
      ]);
    });

    it("is of one app where that is asked for, and what is not in the document is removed with prune", async () => {
      const api = await openTestApi();
      await apply(api, `${CLOSE}  bank.close:\n    app: bank\n    kind: triggered\n`);
      expect(await fetchText(api, "?app=bank")).toContain("app: bank\n\njobs:\n  bank.close:");
      const kept = await apply(api, "apiVersion: mojob/v1\napp: bank\njobs: {}\n");
      expect(namesOf(kept.body)).toEqual([]);
      const removed = await apply(api, "apiVersion: mojob/v1\napp: bank\njobs: {}\n", { prune: true });
      expect(namesOf(removed.body)).toEqual(["remove jobs/bank.close"]);
      expect(await fetchText(api)).toBe(CLOSE);
    });

    it("has its mistakes named by pointer, line and column", async () => {
      const api = await openTestApi();
      for (const [text, errors] of [
        [CLOSE.replace("18 * * *", "25 * * *"), [{ pointer: "/jobs/shop.close/cron", line: 7, column: 5 }]],
        ["jobs: &x {}\n", [{ pointer: "", code: "yaml_not_read", line: 1, column: 7 }]],
        ["a: [\n", [{ code: "yaml_unreadable", line: 2 }]],
      ] as const) {
        const bodies = { diffConfig: { text }, applyConfig: { text, digest: "" } };
        for (const [operation, body] of Object.entries(bodies)) {
          const refused = await api.call(operation, { body });
          expect(refused).toMatchObject({ status: 400, body: { code: "invalid_argument", errors } });
        }
      }
      const missing = await api.call("diffConfig", { body: {} });
      expect(missing.body["errors"]).toMatchObject([{ pointer: "/text", code: "required" }]);
    });

    it("shows and changes what the caller may, and nothing else", async () => {
      const people: readonly Principal[] = [
        { kind: PrincipalKind.User, name: "viewer", permissions: permissionsOf(Role.Viewer) },
        { kind: PrincipalKind.User, name: "editor", permissions: permissionsOf(Role.Editor) },
        { kind: PrincipalKind.User, name: "nobody", permissions: [] },
      ];
      const api = await openTestApi({
        authenticate: ({ headers }) =>
          people.find(({ name }) => headers.get("Authorization") === `Bearer of-${name}`),
      });
      const as = (name: string): { readonly headers: Readonly<Record<string, string>> } => ({
        headers: { Authorization: `Bearer of-${name}` },
      });
      const diff = await api.call("diffConfig", { body: { text: CLOSE }, ...as("editor") });
      const body = { text: CLOSE, digest: diff.body["digest"] };
      const refused = await api.call("applyConfig", { body, ...as("viewer") });
      expect(refused).toMatchObject({
        status: 403,
        body: { code: "forbidden", errors: [{ pointer: "/jobs/shop.close", line: 4, column: 3 }] },
      });
      expect((await api.call("applyConfig", { body, ...as("nobody") })).status).toBe(403);
      expect((await api.call("getConfig", as("nobody"))).status).toBe(403);
      expect((await api.call("applyConfig", { body, ...as("editor") })).status).toBe(200);
      expect(await fetchText(api, "", as("viewer").headers)).toContain("shop.close:");
    });
  });
}

import { describe, expect, it } from "vitest";
import { addPerson, bearer, type Cookies, PASSWORD, trigger, withRoot } from "./signed-in.ts";
import { type Answer, itemsOf, type Json, openTestApi } from "./test-api.ts";

const OTHER = "a longer one than that before";
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

export function describeTokens(): void {
  describe("tokens", () => {
    it("of a program do what their role or permissions allow, from anywhere", async () => {
      const { api, root } = await withRoot();
      const make = async (body: object): Promise<Cookies> => ({
        ...bearer((await api.call("makeToken", { body, headers: root })).body["text"]),
        Host: "example.com",
      });
      const ci = await make({ name: "ci", kind: "service", role: "operator", apps: ["ledger"] });
      expect((await trigger(api, ci)).body["instance"]).toMatchObject({ trigger: { by: "token:ci" } });
      expect((await api.call("listPeople", { headers: ci })).status).toBe(403);
      const prometheus = await make({
        name: "prometheus",
        kind: "service",
        permissions: ["metrics:read"],
      });
      expect((await api.call("getMetrics", { headers: prometheus })).status).toBe(200);
      expect((await api.call("listJobs", { headers: prometheus })).status).toBe(403);
      const starter = await make({
        name: "starter",
        kind: "service",
        permissions: ["runs:trigger", "runs:read"],
        apps: ["ledger"],
      });
      expect((await trigger(api, starter)).body).toMatchObject({ instance: {} });
      expect((await api.call("listJobs", { headers: starter })).status).toBe(403);
      const [used] = itemsOf((await api.call("listTokens", { headers: root })).body).filter(
        ({ name }) => name === "prometheus",
      );
      expect(used).toMatchObject({
        lastUsed: { address: "127.0.0.1" },
        permissions: ["metrics:read"],
      });
      expect((await api.call("openSession", { headers: ci })).status).toBe(403);
    });

    it("of an executor reach nothing of the API itself", async () => {
      const { api, root } = await withRoot();
      const made = await api.call("makeToken", {
        body: { name: "box", kind: "executor", apps: ["ledger"] },
        headers: root,
      });
      expect(made.body["text"]).toMatch(/^mjw_[0-9A-Za-z]{8}_[0-9A-Za-z]{46}$/);
      for (const operation of ["listJobs", "getSession", "listTokens", "getDebugMode", "getStandby"])
        expect((await api.call(operation, { headers: bearer(made.body["text"]) })).status, operation).toBe(
          403,
        );
    });

    it("of a person have no more than the person, and make no others", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "operator" });
      const body = { name: "laptop", kind: "personal", permissions: ["jobs:read", "jobs:edit"] };
      const token = bearer((await api.call("makeToken", { body, headers: li })).body["text"]);
      expect((await api.call("listJobs", { headers: token })).status).toBe(200);
      expect((await trigger(api, token)).status).toBe(403);
      expect(
        (await api.call("makeToken", { body: { name: "more", kind: "personal" }, headers: token })).status,
      ).toBe(403);
      const password = { before: PASSWORD, password: OTHER };
      expect((await api.call("changePassword", { body: password, headers: token })).status).toBe(403);
      expect((await api.call("openSession", { headers: token })).status).toBe(403);
      const service = { name: "ci", kind: "service", role: "viewer" };
      expect((await api.call("makeToken", { body: service, headers: li })).status).toBe(403);
      expect(itemsOf((await api.call("listTokens", { headers: li })).body)).toHaveLength(1);
    });

    it("are rotated with an overlap, and revoked", async () => {
      const { api, root } = await withRoot();
      const made = await api.call("makeToken", {
        body: { name: "ci", kind: "service", role: "viewer" },
        headers: root,
      });
      const path = { id: String((made.body["token"] as Json)["id"]) };
      const rotated = await api.call("rotateToken", { path, body: { overlapMs: MINUTE_MS }, headers: root });
      const [before, after] = [bearer(made.body["text"]), bearer(rotated.body["text"])];
      const list = (headers: Cookies): Promise<Answer> => api.call("listJobs", { headers });
      expect([(await list(before)).status, (await list(after)).status]).toEqual([200, 200]);
      await api.clock.advance(MINUTE_MS);
      expect((await list(before)).body["code"]).toBe("token_expired");
      expect((await list(after)).status).toBe(200);
      expect((await api.call("revokeToken", { path, headers: root })).status).toBe(204);
      expect((await list(after)).body["code"]).toBe("token_revoked");
      expect((await api.call("rotateToken", { path, body: {}, headers: root })).body["code"]).toBe(
        "token_revoked",
      );
      const again = { name: "ci", kind: "service", role: "viewer" };
      expect((await api.call("makeToken", { body: again, headers: root })).body["code"]).toBe("token_taken");
    });

    it("expire, at the latest by their kind", async () => {
      const { api, root } = await withRoot();
      const in91Days = new Date(api.clock.now().getTime() + 91 * DAY_MS).toISOString();
      const late = { name: "laptop", kind: "personal", expires: in91Days };
      expect((await api.call("makeToken", { body: late, headers: root })).body["errors"]).toMatchObject([
        { pointer: "/expires", code: "expires_late" },
      ]);
      const plain = await api.call("makeToken", { body: { name: "desk", kind: "personal" }, headers: root });
      const in30Days = new Date(api.clock.now().getTime() + 30 * DAY_MS).toISOString();
      expect(plain.body["token"]).toMatchObject({ expiresAt: in30Days });
      const soon = new Date(api.clock.now().getTime() + MINUTE_MS).toISOString();
      const made = await api.call("makeToken", {
        body: { name: "laptop", kind: "personal", expires: soon },
        headers: root,
      });
      expect((await api.call("listJobs", { headers: bearer(made.body["text"]) })).status).toBe(200);
      await api.clock.advance(MINUTE_MS);
      expect((await api.call("listJobs", { headers: bearer(made.body["text"]) })).body["code"]).toBe(
        "token_expired",
      );
    });

    it("make as many calls within a minute as they may, each for itself", async () => {
      const { api, root } = await withRoot({ maxCallsPerMinute: 3 });
      const make = async (name: string): Promise<Cookies> =>
        bearer(
          (await api.call("makeToken", { body: { name, kind: "service", role: "viewer" }, headers: root }))
            .body["text"],
        );
      const [ci, other] = [await make("ci"), await make("other")];
      const list = (headers: Cookies): Promise<Answer> => api.call("listJobs", { headers });
      const statuses: number[] = [];
      for (let calls = 0; calls < 5; calls += 1) statuses.push((await list(ci)).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      const refused = await list(ci);
      expect(refused.body["code"]).toBe("too_many_calls");
      expect(refused.headers.get("Retry-After")).toBe("60");
      expect([(await list(other)).status, (await list(root)).status]).toEqual([200, 200]);
      await api.clock.advance(MINUTE_MS);
      expect((await list(ci)).status).toBe(200);
    });

    it("that are wrong let nobody in, also where this machine needs none", async () => {
      const api = await openTestApi();
      const made = await api.call("makeToken", { body: { name: "ci", kind: "service", role: "viewer" } });
      const text = String(made.body["text"]);
      expect((await api.call("listJobs", { headers: bearer(text) })).status).toBe(200);
      expect(
        (
          await api.call("deleteJob", {
            path: { key: "wait" },
            headers: { ...bearer(text), "If-Match": "*" },
          })
        ).status,
      ).toBe(403);
      const path = { id: String((made.body["token"] as Json)["id"]) };
      await api.call("revokeToken", { path });
      expect((await api.call("listJobs", { headers: bearer(text) })).body["code"]).toBe("token_revoked");
      const { writeTokenText, makeSecret } = await import("@mojob/identity");
      const unknown = writeTokenText({ kind: "service", ...makeSecret() });
      expect((await api.call("listJobs", { headers: bearer(unknown) })).status).toBe(401);
    });
  });
}

import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { addPerson, cookieOf, PASSWORD, secretOf, withRoot } from "./signed-in.ts";
import { type Answer, itemsOf, type TestApi } from "./test-api.ts";

const OTHER = "a longer one than that before";
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

export function describeSignIns(): void {
  describe("passwords", () => {
    it("are guessed five times from one network, which locks nobody else out", async () => {
      const { api } = await withRoot({ trustedProxies: ["127.0.0.1"] });
      const attempt = (password: string, address: string): Promise<Answer> =>
        api.call("signIn", { body: { name: "root", password }, headers: { "X-Forwarded-For": address } });
      const wrong: Answer[] = [];
      for (let tries = 0; tries < 6; tries += 1)
        wrong.push(await attempt(`wrong ${tries}`, `203.0.113.${tries}`));
      expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      expect((await attempt(PASSWORD, "203.0.113.77")).status).toBe(429);
      expect(Number((await attempt(PASSWORD, "203.0.113.77")).headers.get("Retry-After"))).toBeGreaterThan(
        60,
      );
      expect((await attempt(PASSWORD, "198.51.100.1")).status).toBe(200);
      await api.clock.advance(15 * MINUTE_MS);
      expect((await attempt(PASSWORD, "203.0.113.77")).status).toBe(200);
    });

    it("say the same of a wrong one and of nobody", async () => {
      const { api } = await withRoot();
      const both = await Promise.all(
        ["root", "nobody"].map((name) => api.call("signIn", { body: { name, password: "wrong" } })),
      );
      expect(both[0]?.body).toEqual(both[1]?.body);
    });

    it("are changed by those who know the old one, and end the other sessions", async () => {
      const { api, root } = await withRoot();
      const second = cookieOf(await api.call("signIn", { body: { name: "root", password: PASSWORD } }));
      const change = (before: string, password: string): Promise<Answer> =>
        api.call("changePassword", { body: { before, password }, headers: root });
      expect((await change("wrong", OTHER)).body["code"]).toBe("wrong_credentials");
      expect((await change(PASSWORD, "root-root-root")).body["errors"]).toMatchObject([
        { code: "weak_password" },
      ]);
      const changed = await change(PASSWORD, OTHER);
      expect(changed.status).toBe(200);
      expect((await api.call("getSession", { headers: cookieOf(changed) })).status).toBe(200);
      expect((await api.call("getSession", { headers: second })).status).toBe(401);
      expect((await api.call("signIn", { body: { name: "root", password: PASSWORD } })).status).toBe(401);
    });

    it("are forgotten: a new link ends the one before", async () => {
      const { api, root } = await withRoot();
      await addPerson(api, root, "li");
      const path = { name: "li" };
      const [first, second] = [
        await api.call("invitePerson", { path, headers: root }),
        await api.call("invitePerson", { path, headers: root }),
      ];
      const redeem = (link: Answer): Promise<Answer> =>
        api.call("redeemLink", { body: { secret: secretOf(link.body), password: OTHER } });
      expect((await redeem(first)).body["code"]).toBe("link_ended");
      expect((await redeem(second)).status).toBe(200);
      const third = await api.call("invitePerson", { path, headers: root });
      await api.clock.advance(3 * DAY_MS);
      expect((await redeem(third)).body["code"]).toBe("link_ended");
    });

    it("are sent by our own pages and by programs, and by no page of another site", async () => {
      const { api } = await withRoot();
      const body = { name: "root", password: PASSWORD };
      for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }])
        expect((await api.call("signIn", { body, headers })).body["code"]).toBe("foreign_origin");
      expect((await api.call("signIn", { body })).status).toBe(200);
    });
  });

  describe("second factors", () => {
    const codeOf = (secret: string, api: TestApi): string =>
      new TOTP({ secret: secret as never, digits: 6, period: 30 }).generate({
        timestamp: api.clock.now().getTime(),
      });

    it("are asked for once they were confirmed; no code is taken twice", async () => {
      const { api, root } = await withRoot();
      const offered = await api.call("offerSecondFactor", { body: {}, headers: root });
      const secret = String(offered.body["secret"]);
      expect(offered.body["uri"]).toMatch(/^otpauth:\/\/totp\//);
      const confirm = (code: string): Promise<Answer> =>
        api.call("confirmSecondFactor", { body: { secret, code }, headers: root });
      expect((await confirm("000000")).status).toBe(401);
      const code = codeOf(secret, api);
      const [recovery] = (await confirm(code)).body["recoveryCodes"] as unknown as readonly string[];
      const enter = (given?: string): Promise<Answer> =>
        api.call("signIn", {
          body: { name: "root", password: PASSWORD, ...(given !== undefined && { code: given }) },
        });
      expect((await enter()).body["code"]).toBe("second_factor_needed");
      expect((await enter(code)).body["code"]).toBe("wrong_credentials");
      await api.clock.advance(30_000);
      expect((await enter(codeOf(secret, api))).status).toBe(200);
      expect((await enter(codeOf(secret, api))).status).toBe(401);
      expect((await enter(recovery)).status).toBe(200);
      expect((await enter(recovery)).status).toBe(401);
      await api.clock.advance(16 * MINUTE_MS);
      const removed = await api.call("removeSecondFactor", {
        body: { code: codeOf(secret, api) },
        headers: root,
      });
      expect(removed.status).toBe(204);
      expect((await enter()).status).toBe(200);
    });

    it("are removed by an administrator for somebody who lost the device", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li");
      const secret = String((await api.call("offerSecondFactor", { body: {}, headers: li })).body["secret"]);
      await api.call("confirmSecondFactor", { body: { secret, code: codeOf(secret, api) }, headers: li });
      const path = { name: "li" };
      expect((await api.call("removePersonSecondFactor", { path, headers: li })).status).toBe(403);
      expect((await api.call("removePersonSecondFactor", { path, headers: root })).status).toBe(204);
      expect((await api.call("signIn", { body: { name: "li", password: PASSWORD } })).status).toBe(200);
    });
  });

  describe("sessions of people", () => {
    it("are listed and ended one by one, one's own and by an administrator anybody's", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "viewer" });
      const own = itemsOf((await api.call("listSessions", { headers: li })).body);
      expect(own).toMatchObject([{ who: "user:li", method: "link", isOwn: true, address: "127.0.0.1" }]);
      const all = itemsOf((await api.call("listSessions", { headers: root })).body);
      expect(new Set(all.map(({ who }) => who))).toEqual(new Set(["user:li", "user:root"]));
      const ofRoot = String(all.find(({ isOwn }) => (isOwn as unknown) === true)?.["id"]);
      expect((await api.call("endOtherSession", { path: { id: ofRoot }, headers: li })).status).toBe(404);
      const ofLi = String(own[0]?.["id"]);
      expect((await api.call("endOtherSession", { path: { id: ofLi }, headers: root })).status).toBe(204);
      expect((await api.call("listJobs", { headers: li })).status).toBe(401);
      expect((await api.call("listJobs", { headers: root })).status).toBe(200);
    });

    it("end everywhere at once", async () => {
      const { api, root } = await withRoot();
      const second = cookieOf(await api.call("signIn", { body: { name: "root", password: PASSWORD } }));
      expect((await api.call("endSessions", { body: {}, headers: root })).status).toBe(204);
      for (const headers of [root, second])
        expect((await api.call("getSession", { headers })).status).toBe(401);
      const again = cookieOf(await api.call("signIn", { body: { name: "root", password: PASSWORD } }));
      const li = await addPerson(api, again, "li");
      expect((await api.call("endSessions", { body: { name: "root" }, headers: li })).status).toBe(404);
      expect((await api.call("endSessions", { body: { name: "li" }, headers: again })).status).toBe(204);
      expect((await api.call("getSession", { headers: li })).status).toBe(401);
    });
  });
}

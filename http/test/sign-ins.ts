import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { addPerson, type Cookies, cookieOf, PASSWORD, secretOf, withRoot } from "./signed-in.ts";
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

  describe("a locked name", () => {
    it("is one, however it is written and however many try at once", async () => {
      const { api, root } = await withRoot();
      await addPerson(api, root, "li");
      const all = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          api.call("signIn", {
            body: { name: at % 2 === 0 ? "li" : "li@example.com", password: `wrong ${at}` },
          }),
        ),
      );
      expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(all.filter(({ status }) => status === 429)).toHaveLength(55);
    });

    it("lets a browser try that its person has signed in with, and no other person's", async () => {
      const { api, root } = await withRoot();
      for (const name of ["li", "wang"]) await addPerson(api, root, name);
      const enter = (name: string, password: string, headers: Cookies = {}): Promise<Answer> =>
        api.call("signIn", { body: { name, password }, headers });
      const keptOf = (answer: Answer): Cookies => ({
        Cookie: answer.headers
          .getSetCookie()
          .filter((one) => one.startsWith("mojob_browser"))
          .map((one) => one.split(";")[0])
          .join("; "),
      });
      const [ofLi, ofWang] = [keptOf(await enter("li", PASSWORD)), keptOf(await enter("wang", PASSWORD))];
      for (let tries = 0; tries < 5; tries += 1) await enter("li", `wrong ${tries}`);
      expect((await enter("li", PASSWORD)).status).toBe(429);
      expect((await enter("li", PASSWORD, ofWang)).status).toBe(429);
      const forged = { Cookie: `${ofLi["Cookie"]?.slice(0, -4)}AAAA` };
      expect((await enter("li", PASSWORD, forged)).status).toBe(429);
      for (let tries = 0; tries < 5; tries += 1)
        expect((await enter("li", `wrong ${tries}`, ofLi)).status).toBe(401);
      // It has a bound of its own.
      expect((await enter("li", PASSWORD, ofLi)).status).toBe(429);
      await api.clock.advance(15 * MINUTE_MS);
      expect((await enter("li", PASSWORD, ofLi)).status).toBe(200);
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
        api.call("confirmSecondFactor", { body: { code, password: PASSWORD }, headers: root });
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
        body: { currentCode: codeOf(secret, api), password: PASSWORD },
        headers: root,
      });
      expect(removed.status).toBe(204);
      expect((await enter()).status).toBe(200);
    });

    it("in force are replaced and removed with the password and a code of theirs alone, and guesses are counted", async () => {
      const { api, root } = await withRoot();
      const offer = async (): Promise<string> =>
        String((await api.call("offerSecondFactor", { body: {}, headers: root })).body["secret"]);
      const first = await offer();
      const confirm = (body: object): Promise<Answer> =>
        api.call("confirmSecondFactor", { body, headers: root });
      // Somebody who has the cookie and nothing else puts none of their own in force.
      expect((await confirm({ code: codeOf(first, api) })).status).toBe(401);
      expect((await confirm({ code: codeOf(first, api), password: PASSWORD })).status).toBe(200);
      await api.clock.advance(30_000);
      const second = await offer();
      const code = codeOf(second, api);
      expect((await confirm({ code })).body["code"]).toBe("wrong_credentials");
      expect((await confirm({ code, password: PASSWORD })).body["code"]).toBe("second_factor_needed");
      expect((await confirm({ code, password: PASSWORD, currentCode: code })).body["code"]).toBe(
        "wrong_credentials",
      );
      const right = { code, password: PASSWORD, currentCode: codeOf(first, api) };
      expect((await confirm(right)).body["recoveryCodes"]).toHaveLength(10);
      // The secret of before is in force no longer, and one that the caller chose never is.
      await api.clock.advance(16 * MINUTE_MS);
      const remove = (body: object): Promise<Answer> =>
        api.call("removeSecondFactor", { body, headers: root });
      expect((await remove({ currentCode: codeOf(second, api) })).status).toBe(401);
      expect((await remove({ password: PASSWORD })).body["code"]).toBe("second_factor_needed");
      const guesses = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          remove({ password: PASSWORD, currentCode: String(100_000 + at) }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 401)).toHaveLength(4);
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(26);
      expect((await remove({ password: PASSWORD, currentCode: codeOf(second, api) })).status).toBe(429);
      // Guesses with a cookie use up nothing of the sign-in.
      const signIn = { name: "root", password: PASSWORD, code: codeOf(second, api) };
      expect((await api.call("signIn", { body: signIn })).status).toBe(200);
    });

    it("are asked for by a link to choose a password, which a new password ends", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li");
      const secret = String((await api.call("offerSecondFactor", { body: {}, headers: li })).body["secret"]);
      const proof = { code: codeOf(secret, api), password: PASSWORD };
      expect((await api.call("confirmSecondFactor", { body: proof, headers: li })).status).toBe(200);
      const invite = async (): Promise<string> =>
        secretOf((await api.call("invitePerson", { path: { name: "li" }, body: {}, headers: root })).body);
      const redeem = (link: string, code?: string): Promise<Answer> =>
        api.call("redeemLink", {
          body: { secret: link, password: OTHER, ...(code !== undefined && { code }) },
        });
      const link = await invite();
      expect((await redeem(link)).body["code"]).toBe("second_factor_needed");
      expect((await redeem(link, "000000")).body["code"]).toBe("wrong_credentials");
      await api.clock.advance(30_000);
      expect((await redeem(link, codeOf(secret, api))).status).toBe(200);
      const before = await invite();
      await api.clock.advance(30_000);
      const entered = { name: "li", password: OTHER, code: codeOf(secret, api) };
      const session = cookieOf(await api.call("signIn", { body: entered }));
      const change = { before: OTHER, password: PASSWORD };
      expect((await api.call("changePassword", { body: change, headers: session })).status).toBe(200);
      await api.clock.advance(30_000);
      expect((await redeem(before, codeOf(secret, api))).body["code"]).toBe("link_ended");
    });

    it("are removed by an administrator for somebody who lost the device", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li");
      const secret = String((await api.call("offerSecondFactor", { body: {}, headers: li })).body["secret"]);
      const proof = { code: codeOf(secret, api), password: PASSWORD };
      expect((await api.call("confirmSecondFactor", { body: proof, headers: li })).status).toBe(200);
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

import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { openEvents } from "./event-client.ts";
import {
  type Answer,
  itemsOf,
  type Json,
  openTestApi,
  type TestApi,
  type TestApiOptions,
} from "./test-api.ts";

const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const PASSWORD = "correct horse battery staple";
const OTHER = "a longer one than that before";
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

/** Headers of somebody's own page, with their cookie. */
type Cookies = Readonly<Record<string, string>>;

const cookieOf = (answer: Answer): Cookies => ({
  Cookie: (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "",
  ...OWN_PAGE,
});
const secretOf = (link: Json): string => String(link["url"]).split("#")[1] ?? "";
const bearer = (text: Json | string | undefined): Cookies => ({ Authorization: `Bearer ${text}` });

/** An API whose first person, `root`, has signed in. */
async function withRoot(
  options: TestApiOptions = {},
): Promise<{ readonly api: TestApi; readonly root: Cookies }> {
  const api = await openTestApi(options);
  const link = await api.identity.setUpLink();
  const secret = link?.secret ?? "";
  expect((await api.call("lookAtLink", { body: { secret } })).body).toEqual({
    purpose: "set_up",
    name: null,
  });
  const made = await api.call("redeemLink", { body: { secret, name: "root", password: PASSWORD } });
  expect(made.body).toMatchObject({ name: "root", isSuperadmin: true, hasPassword: true });
  return { api, root: cookieOf(made) };
}

/** Adds somebody, who chooses a password and is given roles. */
async function addPerson(
  api: TestApi,
  root: Cookies,
  name: string,
  ...roles: readonly object[]
): Promise<Cookies> {
  const added = await api.call("addPerson", { body: { name, email: `${name}@example.com` }, headers: root });
  expect(added.status).toBe(201);
  const secret = secretOf(added.body["invitation"] as Json);
  const welcomed = await api.call("redeemLink", { body: { secret, password: PASSWORD } });
  expect(welcomed.status).toBe(200);
  for (const body of roles)
    expect((await api.call("giveRole", { path: { name }, body, headers: root })).status).toBe(201);
  return cookieOf(welcomed);
}

const trigger = async (api: TestApi, headers: Cookies): Promise<Answer> =>
  api.call("triggerJob", { path: { key: "wait" }, headers });

export function describePeople(): void {
  describe("people", () => {
    it("are let in by this machine alone until there is one, and by name from then on", async () => {
      const api = await openTestApi();
      expect((await api.call("getSession")).body).toMatchObject({ access: "local", hasPeople: true });
      expect((await api.call("getSignIn")).body).toEqual({
        token: false,
        password: false,
        provider: null,
        isSetUp: false,
      });
      const added = await api.call("addPerson", { body: { name: "li", isSuperadmin: true } });
      expect(added.status).toBe(201);
      expect((await api.call("listJobs")).body["code"]).toBe("unauthorized");
      expect((await api.call("getSignIn")).body).toMatchObject({ password: true, isSetUp: true });
      const secret = secretOf(added.body["invitation"] as Json);
      expect((await api.call("lookAtLink", { body: { secret } })).body).toEqual({
        purpose: "password",
        name: "li",
      });
      const weak = await api.call("redeemLink", { body: { secret, password: "passwordpassword" } });
      expect(weak.body["errors"]).toMatchObject([{ pointer: "/password", code: "weak_password" }]);
      const li = cookieOf(await api.call("redeemLink", { body: { secret, password: PASSWORD } }));
      expect((await api.call("redeemLink", { body: { secret, password: PASSWORD } })).body["code"]).toBe(
        "link_ended",
      );
      expect((await api.call("getSession", { headers: li })).body).toMatchObject({
        access: "session",
        account: { name: "li", isSuperadmin: true },
      });
    });

    it("have a first one who may do everything, since nobody could let the others in otherwise", async () => {
      const api = await openTestApi();
      const refused = await api.call("addPerson", { body: { name: "li", isSuperadmin: false } });
      expect(refused.body["code"]).toBe("last_superadmin");
      expect((await api.call("listJobs")).status).toBe(200);
      const added = await api.call("addPerson", { body: { name: "li" } });
      expect(added.body["person"]).toMatchObject({ isSuperadmin: true });
    });

    it("of many who set up at once, one does", async () => {
      const api = await openTestApi();
      const secret = (await api.identity.setUpLink())?.secret ?? "";
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          api.call("redeemLink", { body: { secret, name: `person${at}`, password: PASSWORD } }),
        ),
      );
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await api.identity.people.list()).toHaveLength(1);
      expect(await api.identity.setUpLink()).toBeNull();
    });

    it("sign in by name or mail address, and do what their roles allow, under their name", async () => {
      const { api, root } = await withRoot();
      await addPerson(api, root, "li", { role: "operator" });
      const li = cookieOf(
        await api.call("signIn", { body: { name: " LI@example.com", password: PASSWORD } }),
      );
      const run = await trigger(api, li);
      expect(run.body["instance"]).toMatchObject({ trigger: { by: "user:li" } });
      expect(
        (
          await api.call("updateJob", {
            path: { key: "wait" },
            body: { priority: 2 },
            headers: { ...li, "If-Match": "*" },
          })
        ).status,
      ).toBe(403);
      expect((await api.call("listPeople", { headers: li })).status).toBe(403);
      expect((await api.call("getAccount", { headers: li })).body).toMatchObject({
        name: "li",
        memberships: [{ role: "operator" }],
      });
      expect(
        (await api.call("editAccount", { body: { displayName: "Li Na" }, headers: li })).body,
      ).toMatchObject({ displayName: "Li Na" });
      expect(itemsOf((await api.call("listPeople", { headers: root })).body).map(({ name }) => name)).toEqual(
        ["li", "root"],
      );
    });

    it("have a role until an instant, and in some apps", async () => {
      const { api, root } = await withRoot();
      const until = new Date(api.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
      const li = await addPerson(
        api,
        root,
        "li",
        { role: "viewer" },
        { role: "operator", apps: ["ledger"], until, reason: "INC-7" },
      );
      expect((await trigger(api, li)).status).toBe(202);
      await api.clock.advance(10 * MINUTE_MS);
      expect((await trigger(api, li)).status).toBe(403);
      expect((await api.call("listJobs", { headers: li })).status).toBe(200);
      const past = { role: "viewer", until };
      const refused = await api.call("giveRole", { path: { name: "li" }, body: past, headers: root });
      expect(refused.body["errors"]).toMatchObject([{ pointer: "/until", code: "in_the_past" }]);
    });

    it("give no more than they have", async () => {
      const { api, root } = await withRoot();
      const admin = await addPerson(api, root, "wang", { role: "admin", apps: ["ledger"] });
      await addPerson(api, root, "li");
      const give = (body: object): Promise<Answer> =>
        api.call("giveRole", { path: { name: "li" }, body, headers: admin });
      expect((await give({ role: "viewer" })).body["code"]).toBe("forbidden");
      expect((await give({ role: "viewer", apps: ["ledger", "shop"] })).status).toBe(403);
      expect((await give({ role: "viewer", apps: ["ledger"], tenant: "other" })).status).toBe(403);
      expect((await give({ role: "viewer", apps: ["ledger"], tenant: "*" })).status).toBe(403);
      expect((await give({ role: "editor", apps: ["ledger"] })).status).toBe(201);
      await api.call("giveRole", { path: { name: "wang" }, body: { role: "viewer" }, headers: root });
      // To see an app is not to keep its members, or its tokens.
      expect((await give({ role: "viewer", apps: ["shop"] })).body["code"]).toBe("forbidden");
      expect(
        (await api.call("editPerson", { path: { name: "li" }, body: { isSuperadmin: true }, headers: admin }))
          .status,
      ).toBe(403);
      const made = (body: object): Promise<Answer> => api.call("makeToken", { body, headers: admin });
      expect((await made({ name: "all", kind: "service", role: "viewer" })).status).toBe(403);
      expect((await made({ name: "ci", kind: "service", role: "editor", apps: ["ledger"] })).status).toBe(
        201,
      );
    });

    it("lose a role at once, with the streams that it opened", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "viewer" });
      const events = await openEvents(api, { headers: li });
      await events.next();
      const { body } = await api.call("getAccount", { headers: li });
      const id = String((body["memberships"] as Json)[0]?.["id"]);
      expect((await api.call("takeRole", { path: { name: "li", id }, headers: root })).status).toBe(204);
      expect((await api.call("listJobs", { headers: li })).status).toBe(403);
      await expect.poll(() => events.piece()).toBeNull();
    });

    it("are disabled and removed with all that they opened; the name stays theirs", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "viewer" });
      const path = { name: "li" };
      const token = await api.call("makeToken", { body: { name: "laptop", kind: "personal" }, headers: li });
      const byToken = bearer(token.body["text"]);
      expect((await api.call("listJobs", { headers: byToken })).status).toBe(200);
      expect((await api.call("editPerson", { path, body: { isDisabled: true }, headers: root })).status).toBe(
        200,
      );
      for (const headers of [li, byToken]) expect((await api.call("listJobs", { headers })).status).toBe(401);
      expect((await api.call("signIn", { body: { name: "li", password: PASSWORD } })).body["code"]).toBe(
        "wrong_credentials",
      );
      await api.call("editPerson", { path, body: { isDisabled: false }, headers: root });
      expect((await api.call("listJobs", { headers: li })).status, "a session of before").toBe(401);
      expect((await api.call("removePerson", { path, headers: root })).status).toBe(204);
      expect((await api.call("addPerson", { body: { name: "li" }, headers: root })).body["code"]).toBe(
        "person_taken",
      );
      expect(
        (await api.call("editPerson", { path, body: { email: null }, headers: root })).body["code"],
      ).toBe("person_not_found");
    });

    it("never lose the last one who may do everything", async () => {
      const { api, root } = await withRoot();
      const path = { name: "root" };
      for (const body of [{ isDisabled: true }, { isSuperadmin: false }])
        expect((await api.call("editPerson", { path, body, headers: root })).body["code"]).toBe(
          "last_superadmin",
        );
      expect((await api.call("removePerson", { path, headers: root })).body["code"]).toBe("last_superadmin");
      await addPerson(api, root, "li");
      await api.call("editPerson", { path: { name: "li" }, body: { isSuperadmin: true }, headers: root });
      const li = cookieOf(await api.call("signIn", { body: { name: "li", password: PASSWORD } }));
      const both = await Promise.all([
        api.call("editPerson", { path: { name: "li" }, body: { isSuperadmin: false }, headers: root }),
        api.call("editPerson", { path, body: { isSuperadmin: false }, headers: li }),
      ]);
      expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2);
      expect(
        (await api.identity.people.list()).filter(({ isSuperadmin }) => isSuperadmin).length,
      ).toBeGreaterThan(0);
    });

    it.each([
      [{ name: "Li" }, "/name", "person_name_rule"],
      [{ name: "a/b" }, "/name", "person_name_rule"],
      [{ name: "li", email: "nothing" }, "/email", "not_an_email"],
      [{ name: "li", email: "wang@example.com" }, "/email", "given_twice"],
      [{ name: "li", displayName: "   " }, "/displayName", "empty"],
    ])("refuse %j", async (body, pointer, code) => {
      const { api, root } = await withRoot();
      await addPerson(api, root, "wang");
      const answer = await api.call("addPerson", { body, headers: root });
      expect(answer.body["errors"]).toMatchObject([{ pointer, code }]);
    });
  });

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

  it("people whom the app around this one signs in have the roles that are kept here", async () => {
    const open: { api?: TestApi } = {};
    const api = (open.api = await openTestApi({
      authenticate: async ({ headers }) => {
        const name = /user=(\w+)/.exec(headers.get("Cookie") ?? "")?.[1];
        const user = name === undefined ? null : await open.api?.identity.userOf(name, "default");
        return user?.principal ?? null;
      },
    }));
    await api.identity.people.add({ name: "root", isSuperadmin: true }, null);
    await api.identity.people.add({ name: "li" }, null);
    const as = (name: string): Cookies => ({ Cookie: `user=${name}`, ...OWN_PAGE });
    const role = { path: { name: "li" }, body: { role: "operator" }, headers: as("root") };
    expect((await trigger(api, as("li"))).status).toBe(403);
    expect((await api.call("giveRole", role)).status).toBe(201);
    expect((await trigger(api, as("li"))).body["instance"]).toMatchObject({ trigger: { by: "user:li" } });
    expect((await trigger(api, as("wang"))).status).toBe(401);
    await api.call("editPerson", { path: { name: "li" }, body: { isDisabled: true }, headers: as("root") });
    expect((await trigger(api, as("li"))).status).toBe(401);
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
      const made = await api.call("makeToken", { body: { name: "laptop", kind: "personal" }, headers: root });
      await api.clock.advance(30 * DAY_MS);
      expect((await api.call("listJobs", { headers: bearer(made.body["text"]) })).body["code"]).toBe(
        "token_expired",
      );
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
      const { writeTokenText, makeSecret } = await import("@mojob/core/identity");
      const unknown = writeTokenText({ kind: "service", ...makeSecret() });
      expect((await api.call("listJobs", { headers: bearer(unknown) })).status).toBe(401);
    });
  });
}

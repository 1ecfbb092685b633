import { describe, expect, it } from "vitest";
import { openEvents } from "./event-client.ts";
import {
  addPerson,
  bearer,
  cookieOf,
  type Cookies,
  OWN_PAGE,
  PASSWORD,
  secretOf,
  trigger,
  withRoot,
} from "./signed-in.ts";
import { type Answer, itemsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

const MINUTE_MS = 60_000;

export function describePeople(): void {
  describe("people", () => {
    it("are let in by this machine alone until there is one, and by name from then on", async () => {
      const api = await openTestApi();
      expect((await api.call("getSession")).body).toMatchObject({ access: "local", hasPeople: true });
      expect((await api.call("getSignIn")).body).toEqual({
        token: false,
        startLink: false,
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

    it("take no key that begins with the name of an app of others", async () => {
      const { api, root } = await withRoot();
      const jobs = { app: "billing", definitions: [{ key: "bill", kind: "triggered" }] };
      expect((await api.call("registerJobs", { body: jobs, headers: root })).status).toBe(200);
      const li = await addPerson(api, root, "li", { role: "editor", apps: ["ledger"] });
      const create = (key: string, headers: Cookies): Promise<Answer> =>
        api.call("createJob", { body: { key, app: "ledger", kind: "triggered" }, headers });
      for (const key of ["billing.next", "billing/next", "billing:next"])
        expect((await create(key, li)).body["code"], key).toBe("forbidden");
      const copied = { path: { key: "ledger/close" }, body: { key: "billing.next" }, headers: li };
      expect((await api.call("copyJob", copied)).body["code"]).toBe("forbidden");
      // Neither their own, nor what is no app's, nor what only begins alike.
      for (const key of ["ledger.next", "mail.next", "billing-next"])
        expect((await create(key, li)).status, key).not.toBe(403);
      expect((await create("billing.next", root)).status).not.toBe(403);
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

    it("do not count as the last one who may do everything before they can sign in", async () => {
      const { api, root } = await withRoot();
      const body = { name: "li", isSuperadmin: true };
      const added = await api.call("addPerson", { body, headers: root });
      const path = { name: "root" };
      const disable = (): Promise<Answer> =>
        api.call("editPerson", { path, body: { isDisabled: true }, headers: root });
      expect((await disable()).body["code"]).toBe("last_superadmin");
      const secret = secretOf(added.body["invitation"] as Json);
      expect((await api.call("redeemLink", { body: { secret, password: PASSWORD } })).status).toBe(200);
      expect((await disable()).status).toBe(200);
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
}

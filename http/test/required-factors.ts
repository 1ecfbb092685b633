import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { openEvents } from "./event-client.ts";
import {
  type Answer,
  endpointsOf,
  itemsOf,
  openTestApi,
  OWN_MACHINE,
  type TestApi,
  type TestApiOptions,
} from "./test-api.ts";

const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const ANY = { "If-Match": "*" };
const PASSWORD = "correct horse battery staple";
const REQUIRED = "second_factor_required";

type Headers = Readonly<Record<string, string>>;

const cookieOf = (answer: Answer): Headers => ({
  Cookie: (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "",
  ...OWN_PAGE,
});

interface Place {
  readonly api: TestApi;
  /** Everything may be done by it, and it is nobody's. */
  readonly root: Headers;
  readonly li: Headers;
  signIn(code?: string): Promise<Answer>;
  setUp(
    headers: Headers,
    password?: string,
  ): Promise<{ readonly secret: string; readonly recovery: readonly string[] }>;
  require(isRequired?: boolean): Promise<void>;
}

/** A tenant in which li is an operator, signed in with a password alone. */
async function aTenant(options: TestApiOptions = {}): Promise<Place> {
  const token = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
  const root = { Authorization: `Bearer ${token}` };
  const api = await openTestApi({ token, ...options });
  const added = await api.call("addPerson", { body: { name: "root" }, headers: root });
  expect(added.status).toBe(201);
  const invited = await api.call("addPerson", { body: { name: "li" }, headers: root });
  const secret = String(invited.body["invitation"]?.["url"]).split("#")[1] ?? "";
  await api.call("giveRole", { path: { name: "li" }, body: { role: "operator" }, headers: root });
  const li = cookieOf(await api.call("redeemLink", { body: { secret, password: PASSWORD } }));
  return {
    api,
    root,
    li,
    signIn: (code) =>
      api.call("signIn", { body: { name: "li", password: PASSWORD, ...(code !== undefined && { code }) } }),
    async setUp(headers, password = PASSWORD) {
      const offered = await api.call("offerSecondFactor", { body: {}, headers });
      const factor = String(offered.body["secret"]);
      const timestamp = api.clock.now().getTime();
      const code = new TOTP({ secret: factor as never, digits: 6, period: 30 }).generate({ timestamp });
      const confirmed = await api.call("confirmSecondFactor", {
        body: { code, password },
        headers,
      });
      expect(confirmed.status).toBe(200);
      return {
        secret: factor,
        recovery: confirmed.body["recoveryCodes"] as unknown as readonly string[],
      };
    },
    async require(isRequired = true) {
      const body = { requireSecondFactor: isRequired };
      const changed = await api.call("updateTenant", { body, headers: { ...root, ...ANY } });
      expect(changed.body["requireSecondFactor"]).toBe(isRequired);
    },
  };
}

const codeOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body["code"];

export function describeRequiredFactors(): void {
  describe("a tenant that requires a second factor", () => {
    it("lets in only to their account who has none, until they have set it up", async () => {
      const { api, li, setUp, require } = await aTenant();
      const session = async () => (await api.call("getSession", { headers: li })).body["account"];
      expect(await session()).toMatchObject({ mustSetUpSecondFactor: false });
      expect((await api.call("listJobs", { headers: li })).status).toBe(200);
      await require();
      const refused = await api.call("listJobs", { headers: li });
      expect([refused.status, refused.body["code"]]).toEqual([403, REQUIRED]);
      expect(await session()).toMatchObject({ mustSetUpSecondFactor: true });
      expect((await api.call("getAccount", { headers: li })).body).toMatchObject({ hasSecondFactor: false });
      await setUp(li);
      expect(await session()).toMatchObject({ mustSetUpSecondFactor: false });
      expect((await api.call("listJobs", { headers: li })).status).toBe(200);
    });

    it("keeps them from every other operation, by their session and by their tokens", async () => {
      const { api, li, require } = await aTenant({ isFirst: true });
      const made = await api.call("makeToken", { body: { name: "mine", kind: "personal" }, headers: li });
      await require();
      const bearer = { Authorization: `Bearer ${String(made.body["text"])}` };
      const guarded = endpointsOf(api.document).filter(
        ({ path, operation: { operationId } }) =>
          path.startsWith("/api/") && !ACCOUNT.includes(operationId) && !OPEN_TO_ALL.includes(operationId),
      );
      expect(guarded.length).toBeGreaterThan(100);
      for (const { path, method, operation } of guarded)
        for (const headers of [li, bearer]) {
          const { body } = await api.fetch(path.replaceAll(/\{\w+\}/g, "x"), { method, headers });
          expect(body["code"], operation.operationId).toBe(REQUIRED);
        }
    });

    it("ends what is live of theirs, and lets them go on where it no longer requires one", async () => {
      const { api, li, require } = await aTenant();
      const events = await openEvents(api, { headers: li });
      await events.next();
      await require();
      await api.clock.advance(60_000);
      await expect.poll(() => events.piece()).toBeNull();
      expect(await codeOf(api.call("listJobs", { headers: li }))).toBe(REQUIRED);
      await require(false);
      expect((await api.call("listJobs", { headers: li })).status).toBe(200);
    });

    it("lets in by a recovery code who has lost the device, and by an administrator who has lost these, too", async () => {
      const { api, root, li, signIn, setUp, require } = await aTenant();
      await require();
      const { recovery } = await setUp(li);
      expect(await codeOf(signIn())).toBe("second_factor_needed");
      const recovered = cookieOf(await signIn(recovery[0]));
      expect((await api.call("listJobs", { headers: recovered })).status).toBe(200);
      await api.call("removePersonSecondFactor", { path: { name: "li" }, headers: root });
      const again = cookieOf(await signIn());
      expect(await codeOf(api.call("listJobs", { headers: again }))).toBe(REQUIRED);
      await setUp(again);
      expect((await api.call("listJobs", { headers: again })).status).toBe(200);
    });

    it("lets them begin again after the emergency access on the machine", async () => {
      const { api, li, setUp, require } = await aTenant();
      await require();
      await setUp(li);
      const { secret } = await api.identity.breakGlass("li", { isSuperadmin: false, ttlMs: 60_000 });
      const next = { secret, password: "a longer one than that before" };
      const entered = cookieOf(await api.call("redeemLink", { body: next }));
      expect(await codeOf(api.call("listJobs", { headers: entered }))).toBe(REQUIRED);
      await setUp(entered, next.password);
      expect((await api.call("listJobs", { headers: entered })).status).toBe(200);
    });

    it("is not about programs, executors, the one token, nor who signs in at a provider", async () => {
      const { api, root, require } = await aTenant({ provider: PROVIDER });
      await require();
      const service = await api.call("makeToken", {
        body: { name: "ci", kind: "service", role: "viewer" },
        headers: root,
      });
      const ci = { Authorization: `Bearer ${String(service.body["text"])}` };
      expect((await api.call("listJobs", { headers: ci })).status).toBe(200);
      expect((await api.call("listJobs", { headers: root })).status).toBe(200);
      const wang = await byProvider(api);
      expect((await api.call("getSession", { headers: wang })).body["account"]).toMatchObject({
        name: "wang",
        mustSetUpSecondFactor: false,
      });
      expect((await api.call("listJobs", { headers: wang })).status).toBe(200);
    });

    it("says so in its settings, which only who changes the tenant changes", async () => {
      const { api, root, li } = await aTenant();
      const body = { requireSecondFactor: true };
      expect(await codeOf(api.call("updateTenant", { body, headers: { ...li, ...ANY } }))).toBe("forbidden");
      const wrong = await api.call("updateTenant", {
        body: { requireSecondFactor: "yes" },
        headers: { ...root, ...ANY },
      });
      expect(wrong.body["errors"]).toMatchObject([{ pointer: "/requireSecondFactor" }]);
      await api.call("updateTenant", { body, headers: { ...root, ...ANY } });
      const acts = itemsOf(
        (await api.call("listAudit", { query: { kind: "edit_tenant" }, headers: root })).body,
      );
      expect(acts[0]?.["changes"]).toEqual([
        { pointer: "/requireSecondFactor", before: "false", after: "true" },
      ]);
    });
  });
}

/** Lets everybody in as wang, who gets a role by a group. */
const PROVIDER: NonNullable<TestApiOptions["provider"]> = {
  provider: {
    label: "Company",
    begin: (redirectUri) => Promise.resolve({ url: redirectUri, pending: {} }),
    finish: () =>
      Promise.resolve({
        issuer: "https://login.example.com",
        subject: "7",
        preferredName: "wang",
        displayName: null,
        email: null,
        groups: [],
      }),
  },
  rolesOf: (_, now) => ({
    addsPeople: true,
    memberships: [
      {
        id: "of-group",
        tenant: "default",
        role: "viewer",
        apps: null,
        payloads: true,
        untilMs: null,
        reason: null,
        source: "groups",
        by: null,
        atMs: now.getTime(),
      },
    ],
  }),
};

async function byProvider({ app }: TestApi): Promise<Headers> {
  const visit = (path: string, headers: Headers = {}): Response | Promise<Response> =>
    app.request(
      new Request(`http://localhost/api/v1/sign-in/provider${path}`, { headers }),
      undefined,
      OWN_MACHINE,
    );
  const cookie = ({ headers }: Response): string => headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const begun = await visit("");
  const back = await visit("/callback", { Cookie: cookie(begun) });
  expect(back.headers.get("Location")).toBe("/");
  return { Cookie: cookie(back), ...OWN_PAGE };
}

const ACCOUNT = [
  "getSession",
  "endSession",
  "getAccount",
  "editAccount",
  "changePassword",
  "offerSecondFactor",
  "confirmSecondFactor",
  "removeSecondFactor",
  "listSessions",
  "endOtherSession",
  "endSessions",
];
/** Nobody is signed in there. */
const OPEN_TO_ALL = [
  "openSessionByLink",
  "getSignIn",
  "signIn",
  "lookAtLink",
  "redeemLink",
  "reportCallback",
  "ping",
];

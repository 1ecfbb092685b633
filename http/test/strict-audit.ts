import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { describe, expect, it } from "vitest";
import { type Call, endpointsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const ANY = { "If-Match": "*" };
const PASSWORD = "correct horse battery staple";

/** A call of each operation that changes people, tokens or tenants. */
const CALLS: Readonly<Record<string, Call>> = {
  addPerson: { body: { name: "wang" } },
  editPerson: { path: { name: "li" }, body: { displayName: "Li" } },
  removePerson: { path: { name: "li" } },
  invitePerson: { path: { name: "li" } },
  removePersonSecondFactor: { path: { name: "li" } },
  giveRole: { path: { name: "li" }, body: { role: "viewer" } },
  takeRole: { path: { name: "li", id: "some" } },
  editAccount: { body: { displayName: "Root" } },
  changePassword: { body: { before: PASSWORD, password: "a longer one than that before" } },
  offerSecondFactor: {},
  confirmSecondFactor: { body: { code: "000000" } },
  removeSecondFactor: { body: { currentCode: "000000" } },
  makeToken: { body: { name: "ci", kind: "service", role: "viewer" } },
  rotateToken: { path: { id: "some" }, body: {} },
  revokeToken: { path: { id: "some" } },
  endOtherSession: { path: { id: "some" } },
  endSessions: {},
  addTenant: { body: { tenant: "acme" } },
  updateTenantOf: { path: { tenant: "default" }, body: { displayName: "Acme" }, headers: ANY },
  removeTenant: { path: { tenant: "acme" }, query: { confirm: "acme" } },
  updateTenant: { body: { displayName: "Acme" }, headers: ANY },
};

/** Before them nobody is known who could be named. */
const NOTED_AFTERWARDS = ["signIn", "lookAtLink", "redeemLink"];

async function open(): Promise<{
  readonly api: TestApi;
  readonly headers: Readonly<Record<string, string>>;
  readonly audit: { isBroken: boolean };
}> {
  const audit = { isBroken: false };
  const store = new MetadataStoreInMemoryProvider();
  const append = store.history.append.bind(store.history);
  store.history.append = async (...given) => {
    if (audit.isBroken) throw new Error("Disk full");
    await append(...given);
  };
  const api = await openTestApi({
    isFirst: true,
    store,
    schedulerOptions: { audit: "strict" },
  });
  const secret = (await api.identity.setUpLink())?.secret ?? "";
  const made = await api.call("redeemLink", { body: { secret, name: "root", password: PASSWORD } });
  const headers = { Cookie: (made.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "", ...OWN_PAGE };
  await api.call("addPerson", { body: { name: "li" }, headers });
  return { api, headers, audit };
}

const seen = async ({ identity, scheduler }: TestApi): Promise<unknown> => [
  await identity.people.list(),
  await identity.tokens.list(),
  await scheduler.settings.get(),
];

export function describeStrictAudit(): void {
  describe("a strict audit", () => {
    it("is known of each operation that changes people, tokens and tenants", async () => {
      const { api } = await open();
      const changing = endpointsOf(api.document).filter(
        ({ method, operation: { tags } }) =>
          method !== "GET" && (tags.includes("People") || tags.includes("Tenants")),
      );
      const names = changing.map(({ operation: { operationId } }) => operationId);
      expect([...Object.keys(CALLS), ...NOTED_AFTERWARDS].sort()).toEqual([...names].sort());
    });

    it.each(Object.entries(CALLS))(
      "refuses %s while its entry cannot be written, and changes nothing",
      async (operationId, { headers: own, ...call }) => {
        const { api, headers, audit } = await open();
        const before = await seen(api);
        audit.isBroken = true;
        const refused = await api.call(operationId, { ...call, headers: { ...headers, ...own } });
        expect([refused.status, refused.body["code"]]).toEqual([503, "audit_unavailable"]);
        audit.isBroken = false;
        expect(await seen(api)).toEqual(before);
      },
    );

    it("keeps nobody from signing out", async () => {
      const { api, headers, audit } = await open();
      audit.isBroken = true;
      expect((await api.call("endSession", { headers })).status).toBe(200);
      expect((await api.call("listJobs", { headers })).status).toBe(401);
    });

    it("has who was about to do what, from where, and how it ended", async () => {
      const { api, headers } = await open();
      const made = await api.call("makeToken", {
        body: { name: "ci", kind: "service", role: "viewer" },
        headers,
      });
      expect(made.status).toBe(201);
      const path = { id: "none" };
      expect((await api.call("revokeToken", { path, headers })).body["code"]).toBe("token_not_found");
      const { body } = await api.call("listAudit", { headers });
      const [failed, ...others] = body["items"] as unknown as readonly Json[];
      expect(failed).toMatchObject({
        kind: "call",
        outcome: "failed",
        code: "token_not_found",
        subject: { type: "operation", id: "revokeToken" },
        by: { id: "user:root" },
      });
      expect(others.filter(({ kind }) => String(kind) === "call")).toEqual([]);
      expect((await api.call("verifyAudit", { headers })).body).toMatchObject({
        ok: true,
        unknownOutcomes: 0,
      });
    });
  });
}

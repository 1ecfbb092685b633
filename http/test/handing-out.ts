import type { KnownPerson, KnownToken } from "@mojob/identity";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { beyond, EVERYTHING, type Rights, rightsOfPerson, rightsOfToken } from "./rights-oracle.ts";
import { addPerson, bearer, type Cookies, cookieOf, PASSWORD, secretOf, withRoot } from "./signed-in.ts";
import { type Answer, endpointsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const PUBLIC_KEY = "MCowBQYDK2VwAyEAgtXkB2sZqkSRk9v1nVqVb9WfN8pR5b9Uq3m1Q0Xg3nA=";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Somebody who calls, and all that they may do. */
interface Principal {
  readonly name: string;
  readonly headers: Cookies;
  readonly held: Rights;
}

/** What a call hands out, where it is let in. */
interface Act {
  readonly name: string;
  readonly operation: string;
  call(by: Principal): Promise<Answer>;
  /** What the caller has by the response, or gave to others. */
  gained(by: Principal): Promise<Rights>;
}

interface World {
  readonly api: TestApi;
  readonly root: Cookies;
  readonly principals: readonly Principal[];
  person(name: string): Promise<KnownPerson>;
  /** The tokens that are kept. */
  tokens(): Promise<readonly KnownToken[]>;
  rights(token: KnownToken): Promise<Rights>;
  nowMs(): number;
}

const PEOPLE: Readonly<Record<string, readonly object[]>> = {
  admin: [{ role: "admin" }],
  operator: [{ role: "operator" }],
  editor: [{ role: "editor" }],
  viewer: [{ role: "viewer", payloads: false }],
  "app-admin": [{ role: "admin", apps: ["ledger"] }],
  mixed: [
    { role: "editor", apps: ["ledger"], payloads: false },
    { role: "admin", apps: ["mail"] },
  ],
  far: [{ role: "admin", tenant: "globex" }, { role: "viewer" }],
  everywhere: [{ role: "admin", tenant: "*" }],
  nobody: [],
};

const SERVICES: Readonly<Record<string, object>> = {
  "s-admin": { role: "admin" },
  "s-viewer": { role: "viewer" },
  "s-tokens": { permissions: ["tokens:edit"] },
  "s-people": { permissions: ["deployment:edit"] },
  "s-members": { permissions: ["deployment:edit", "members:edit", "jobs:read"] },
  "s-ledger": { role: "admin", apps: ["ledger"] },
  "s-keys": { permissions: ["workers:edit"] },
};

async function aWorld(): Promise<World> {
  const { api, root } = await withRoot({ token: TOKEN });
  const { identity } = api;
  const nowMs = (): number => api.clock.now().getTime();
  const person = (name: string): Promise<KnownPerson> => identity.people.get(name);
  const rights = async (token: KnownToken): Promise<Rights> =>
    rightsOfToken(token, token.person === null ? undefined : await person(token.person), nowMs());
  const until = new Date(nowMs() + DAY_MS).toISOString();
  const principals: Principal[] = [
    { name: "MOJOB_TOKEN", headers: bearer(TOKEN), held: EVERYTHING },
    {
      name: "a session of MOJOB_TOKEN",
      headers: cookieOf(await api.call("openSession", { headers: bearer(TOKEN) })),
      held: EVERYTHING,
    },
  ];
  const addToken = async (name: string, headers: Cookies, request: object): Promise<void> => {
    const made = await api.call("makeToken", { body: { name, ...request }, headers });
    expect(made.status, name).toBe(201);
    const token = await identity.tokens.get(String((made.body["token"] as Json)["id"]));
    principals.push({ name, headers: bearer(made.body["text"]), held: await rights(token) });
  };
  const all = { ...PEOPLE, elevated: [{ role: "admin", until }] };
  const sessions: [string, Cookies][] = [["root", root]];
  for (const [name, roles] of Object.entries(all))
    sessions.push([name, await addPerson(api, root, name, ...roles)]);
  for (const [name, headers] of sessions) {
    principals.push({ name, headers, held: rightsOfPerson(await person(name), nowMs()) });
    await addToken(`${name}-all`, headers, { kind: "personal" });
    await addToken(`${name}-few`, headers, { kind: "personal", permissions: ["jobs:read", "tokens:edit"] });
  }
  await addToken("root-people", root, {
    kind: "personal",
    permissions: ["deployment:edit", "members:edit", "jobs:read"],
  });
  for (const [name, request] of Object.entries(SERVICES))
    await addToken(name, root, { kind: "service", ...request });
  await addToken("box", root, { kind: "executor", apps: ["ledger"] });
  await addPerson(api, root, "asleep", { role: "admin" });
  await api.call("editPerson", { path: { name: "asleep" }, body: { isDisabled: true }, headers: root });
  return { api, root, principals, person, rights, nowMs, tokens: () => identity.tokens.list() };
}

const NOTHING: Rights = new Set();
let made = 0;

/** Every act that hands out rights, with each thing that is kept. */
async function actsOf(world: World): Promise<readonly Act[]> {
  const names = (await world.api.identity.people.list()).map(({ name }) => name);
  return [
    ...makingTokens(world),
    ...(await world.tokens()).map((token) => rotating(world, token)),
    ...names.flatMap((name) => ofPerson(world, name)),
    ...givingRoles(world),
    addingSuperadmin(world),
    openingSession(world),
    addingKey(world),
    expecting(world),
  ];
}

function makingTokens({ api, rights }: World): readonly Act[] {
  const requests: readonly object[] = [
    { kind: "personal" },
    { kind: "personal", permissions: ["jobs:read"] },
    { kind: "service", role: "admin" },
    { kind: "service", role: "viewer", payloads: false },
    { kind: "service", role: "editor", apps: ["ledger"] },
    { kind: "service", permissions: ["deployment:edit"] },
    { kind: "service", permissions: ["tokens:edit"], apps: ["mail"] },
    { kind: "service", permissions: ["tokens:edit"] },
    { kind: "service", permissions: ["jobs:read"] },
    { kind: "executor" },
    { kind: "executor", apps: ["ledger"] },
  ];
  return requests.map((request) => ({
    name: `make ${JSON.stringify(request)}`,
    operation: "makeToken",
    call: (by) =>
      api.call("makeToken", { body: { name: `made-${(made += 1)}`, ...request }, headers: by.headers }),
    gained: async () => {
      const token = (await api.identity.tokens.list()).find(({ name }) => name === `made-${made}`);
      if (token === undefined) throw new Error("No token was made");
      return rights(token);
    },
  }));
}

function rotating({ api, rights }: World, token: KnownToken): Act {
  return {
    name: `rotate ${token.name}`,
    operation: "rotateToken",
    async call(by) {
      const answer = await api.call("rotateToken", { path: { id: token.id }, body: {}, headers: by.headers });
      // Its caller goes on with the secret of before.
      if (answer.status < 300) await api.identity.records.changeToken(token.id, () => token);
      return answer;
    },
    gained: () => rights(token),
  };
}

function ofPerson({ api, person, nowMs }: World, name: string): readonly Act[] {
  const path = { name };
  const theirs = async (): Promise<Rights> => rightsOfPerson(await person(name), nowMs());
  return [
    {
      name: `invite ${name}`,
      operation: "invitePerson",
      call: ({ headers }) => api.call("invitePerson", { path, body: {}, headers }),
      gained: theirs,
    },
    {
      name: `remove the second factor of ${name}`,
      operation: "removePersonSecondFactor",
      call: ({ headers }) => api.call("removePersonSecondFactor", { path, headers }),
      gained: theirs,
    },
    {
      name: `enable ${name}`,
      operation: "editPerson",
      async call({ headers }) {
        const wasDisabled = (await person(name)).isDisabled;
        const answer = await api.call("editPerson", { path, body: { isDisabled: false }, headers });
        if (wasDisabled && answer.status < 300)
          await api.call("editPerson", { path, body: { isDisabled: true }, headers: bearer(TOKEN) });
        return answer;
      },
      gained: async () => (name === "asleep" ? theirs() : NOTHING),
    },
  ];
}

function givingRoles({ api, nowMs }: World): readonly Act[] {
  const requests = [
    { role: "admin" },
    { role: "viewer", payloads: false },
    { role: "editor", apps: ["ledger"] },
    { role: "worker", apps: ["mail"] },
    { role: "viewer", tenant: "globex" },
    { role: "viewer", tenant: "*" },
  ];
  const path = { name: "nobody" };
  let given = "";
  return requests.map((body) => ({
    name: `give ${JSON.stringify(body)}`,
    operation: "giveRole",
    async call({ headers }) {
      const answer = await api.call("giveRole", { path, body, headers });
      given = String(answer.body["id"]);
      return answer;
    },
    async gained() {
      const person = await api.identity.people.get("nobody");
      const memberships = person.memberships.filter(({ id }) => id === given);
      await api.call("takeRole", { path: { ...path, id: given }, headers: bearer(TOKEN) });
      return rightsOfPerson({ ...person, memberships }, nowMs());
    },
  }));
}

function addingSuperadmin({ api }: World): Act {
  return {
    name: "add a superadmin",
    operation: "addPerson",
    call: ({ headers }) =>
      api.call("addPerson", { body: { name: `boss-${(made += 1)}`, isSuperadmin: true }, headers }),
    gained: () => Promise.resolve(EVERYTHING),
  };
}

function openingSession({ api }: World): Act {
  return {
    name: "open a session",
    operation: "openSession",
    call: ({ headers }) => api.call("openSession", { headers }),
    gained: () => Promise.resolve(EVERYTHING),
  };
}

const ofLedger = (...permissions: readonly string[]): Rights =>
  new Set(permissions.map((permission) => `default/ledger/${permission}` as const));

function addingKey({ api }: World): Act {
  const path = { app: "ledger" };
  return {
    name: "add a key of executors",
    operation: "addExecutorKey",
    call: ({ headers }) => api.call("addExecutorKey", { path, body: { publicKey: PUBLIC_KEY }, headers }),
    gained: () => Promise.resolve(ofLedger("executors:run", "jobs:register")),
  };
}

function expecting({ api }: World): Act {
  const path = { app: "ledger" };
  const body = { name: "http://10.1.0.5:9999", xxlApp: "shop" };
  return {
    name: "have an address called with the app's token",
    operation: "expectExecutor",
    call: ({ headers }) => api.call("expectExecutor", { path, body, headers }),
    gained: () => Promise.resolve(ofLedger("executors:run")),
  };
}

export function describeHandingOut(): void {
  describe("nobody gives more than they have", () => {
    it("by any act, of any caller, with anything that is kept", { timeout: 120_000 }, async () => {
      const world = await aWorld();
      const acts = await actsOf(world);
      const done = new Set<string>();
      const refused = new Set<string>();
      for (const by of world.principals)
        for (const act of acts) {
          const { status, body } = await act.call(by);
          const name = `${by.name}: ${act.name}`;
          // A session opens no other one; else nobody is refused because their credential counts no longer.
          const wrong = act.operation === "openSession" ? [429, 500] : [401, 429, 500];
          expect.soft(wrong, `${name}: ${JSON.stringify(body)}`).not.toContain(status);
          (status < 300 ? done : refused).add(act.operation);
          if (status < 300) expect.soft(beyond(await act.gained(by), by.held), name).toEqual([]);
        }
      const operations = new Set(acts.map(({ operation }) => operation));
      expect(done).toEqual(operations);
      expect(refused).toEqual(operations);
      // Who holds everything can do everything but act as somebody else.
      for (const act of acts.filter(({ operation }) => operation !== "rotateToken"))
        if (!act.name.includes('"personal"')) {
          const { status, body } = await act.call({ name: "", headers: bearer(TOKEN), held: EVERYTHING });
          expect.soft(status, `${act.name}: ${JSON.stringify(body)}`).toBeLessThan(300);
        }
    });

    it("knows every route that could, because each is named here", async () => {
      const { document } = await openTestApi({ isFirst: true });
      const operations = endpointsOf(document).map(({ operation }) => operation.operationId);
      const known = [...Object.keys(HANDING_OUT), ...HANDING_OUT_NOTHING];
      expect(operations.filter((one) => !known.includes(one))).toEqual([]);
      const provider = ["beginProviderSignIn", "endProviderSignIn"];
      expect(known.filter((one) => !operations.includes(one) && !provider.includes(one))).toEqual([]);
      expect(known).toHaveLength(new Set(known).size);
    });

    it("a limited token is limited on the routes of the account, too", async () => {
      const { api, root } = await withRoot();
      const li = await addPerson(api, root, "li", { role: "admin" });
      const token = async (body: object): Promise<Answer> =>
        api.call("makeToken", { body: { kind: "personal", ...body }, headers: li });
      const other = await token({ name: "other" });
      const few = bearer((await token({ name: "few", permissions: ["jobs:read"] })).body["text"]);
      const sessions = (await api.call("listSessions", { headers: li })).body["items"] as Json;
      const id = String((other.body["token"] as Json)["id"]);
      const calls: readonly [string, object][] = [
        ["editAccount", { body: { displayName: "Somebody" } }],
        ["listSessions", {}],
        ["endOtherSession", { path: { id: String(sessions[0]?.["id"]) } }],
        ["endSessions", { body: {} }],
        ["offerSecondFactor", { body: {} }],
        ["changePassword", { body: { before: PASSWORD, password: "a longer one than that before" } }],
        ["openSession", {}],
        ["revokeToken", { path: { id } }],
        ["rotateToken", { path: { id }, body: {} }],
      ];
      for (const [operation, call] of calls) {
        const { status } = await api.call(operation, { ...call, headers: few });
        expect.soft([403, 404], operation).toContain(status);
      }
      expect((await api.call("listTokens", { headers: few })).body["items"]).toEqual([]);
      expect((await api.call("getAccount", { headers: li })).body["displayName"]).toBe("li");
    });

    it("an emergency link, a session and a factor are of who holds the account", async () => {
      const { api, root } = await withRoot();
      const service = async (name: string, permissions: readonly string[]): Promise<Cookies> => {
        const body = { name, kind: "service", permissions };
        return bearer((await api.call("makeToken", { body, headers: root })).body["text"]);
      };
      const keeper = await service("keeper", ["deployment:edit"]);
      const invited = await api.call("addPerson", { body: { name: "wang" }, headers: keeper });
      expect(invited.status).toBe(201);
      const welcomed = { secret: secretOf(invited.body["invitation"] as Json), password: PASSWORD };
      const wang = cookieOf(await api.call("redeemLink", { body: welcomed }));
      const offered = await api.call("offerSecondFactor", { body: {}, headers: wang });
      const secret = String(offered.body["secret"]);
      const code = new TOTP({ secret: secret as never }).generate({ timestamp: api.clock.now().getTime() });
      const proof = { code, password: PASSWORD };
      expect((await api.call("confirmSecondFactor", { body: proof, headers: wang })).status).toBe(200);
      const path = { name: "wang" };
      expect((await api.call("invitePerson", { path, body: {}, headers: keeper })).status).toBe(201);
      await api.call("giveRole", { path, body: { role: "viewer" }, headers: root });
      // From now on wang may do more than who keeps the accounts.
      expect((await api.call("invitePerson", { path, body: {}, headers: keeper })).status).toBe(403);
      expect((await api.call("removePersonSecondFactor", { path, headers: keeper })).status).toBe(403);
    });
  });
}

/** The routes that return a credential or change who may do what, and what judges them. */
const HANDING_OUT: Readonly<Record<string, string>> = {
  makeToken: "judged above",
  rotateToken: "judged above",
  invitePerson: "judged above",
  removePersonSecondFactor: "judged above",
  editPerson: "judged above",
  giveRole: "judged above",
  addPerson: "judged above",
  openSession: "judged above",
  addExecutorKey: "judged above",
  expectExecutor: "judged above",
  takeRole: "gives nothing; asks for the same as to give it",
  revokeToken: "gives nothing",
  removePerson: "gives nothing",
  editAccount: "of the caller, in person",
  changePassword: "of the caller, in person, by the password of before",
  offerSecondFactor: "of the caller, in person",
  confirmSecondFactor: "of the caller, in person, by password and code",
  removeSecondFactor: "of the caller, in person, by password and code",
  signIn: "by the password",
  openSessionByLink: "by the link of a start, which nobody but who reads its output has",
  redeemLink: "by the link, and by a code where there is a factor",
  beginProviderSignIn: "returns nothing of ours",
  endProviderSignIn: "by the provider",
  registerJobs: "of an app that the caller registers jobs in",
  updateTenant: "a quota above the configuration asks for deployment:edit",
  replaceHeartbeats: "the addresses of pings, which do nothing but report",
  listHeartbeats: "the addresses of pings, which do nothing but report",
};

/** All others: what they return and change is of jobs and runs, or is the same for everybody. */
const HANDING_OUT_NOTHING: readonly string[] = `
  createExport listExports getExport downloadExport cancelExport removeExport listArchives importArchive getArchive removeArchive listArchivedRuns getArchivedRun listArchivedLogs listArchivedFacts downloadArchivedFile listArchivedRecords
  getTaskHistory listTaskLines
  acknowledgeIncident unacknowledgeIncident addTenant applyConfig applyImport diffConfig getConfig createBackfill changeBackfill getBackfill listBackfills previewBackfill createCalendar getCalendar importCalendar listCalendars previewCalendar removeCalendar updateCalendar getForecast getTimeline suggestSpreads createSpread listSpreads undoSpread actOnFire createWindow changeWindow endWindow getWindow listWindows previewWindow createView listViews removeView replaceView assignIncident bulkInstances bulkJobs cancelInstance
  checkRegistrations clearQueue copyJob countInbox countIncidents countInstances createJob createSecret createSilence
  deleteJob deleteSecret diffScriptVersions downloadInstanceFile downloadInstanceFolder downloadInstanceFolderFile getInstanceFolder
  listInstanceFolderJobs previewInstanceFolderFile drainWorker editTaskValue endOtherSession
  endSession endSessions endSilence evaluateTask findTaskNodes explainInstance explainJob exportAudit exportTask forgetExecutor
  getAccount getDebugMode getDocs getIncident getIndex getInstance getInstanceCarrier getJob getLiveness
  getMetrics getOpenApi getOperation getOverview getProtection getReadiness getScriptVersion getSession
  getSignIn getStandby getStyle getTask getTaskAt getTenant handleFailure listAlarmRoutes listAlarmRules
  listApps listAttention listAudit listCompletions listControlPlanes listExecutorKeys listExpectedExecutors
  listFailures listHistory listIncidents listInstanceChildren listInstanceFiles listInstanceLogs
  listInstances listJobInstances listJobs listOperations listPeople listQueue listRecentBars listRecentRuns
  listScriptVersions listSecrets listSessions listSilences listTaskFacts listTenants listTokens
  listUpcomingFires listWorkers lookAtLink noteOnIncident operateTask pauseJob ping readInbox previewAlarmRoutes
  previewAlarmRules previewCron previewImport prioritizeInstance releaseInstance releaseScriptVersion
  removeExecutorKey removeTenant replaceAlarmRoutes replaceAlarmRules replaceSecret reportCallback
  rerunInstance rerunTask resealSecrets resolveIncident resumeJob runInstanceNext saveScript
  saveScriptDraft snoozeIncident startApp stopApp streamEvents triggerJob triggerJobMany tryWork
  undoOperation simulateTask undrainWorker updateJob updateTenantOf validateTask verifyAudit
  verifyAuditByHeads getReport getReportState getStorage getWorst exportReport rebuildReports getWorkerSamples
  listReportSummaries createReportSummary replaceReportSummary removeReportSummary sendReportSummary
`
  .trim()
  .split(/\s+/);

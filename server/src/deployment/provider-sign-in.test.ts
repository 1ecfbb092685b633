import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as node from "@mojob/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoginProvider, startLoginProvider } from "@mojob/test-services/login-provider";
import { openDeployment, type OpenedDeployment, parseConfiguration } from "../mod.ts";

let folder: string;
let login: LoginProvider;
let deployment: OpenedDeployment;
const warnings: string[] = [];

/** A port that was free a moment ago: the provider has to know where it sends browsers back to. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-oidc-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  login = await startLoginProvider(`${url}/api/v1/sign-in/provider/callback`);
  const secretFile = join(folder, "secret");
  await writeFile(secretFile, `${login.clientSecret}\n`);
  const configuration = parseConfiguration({
    MOJOB_PORT: String(port),
    MOJOB_STORE: "memory:",
    MOJOB_PEOPLE: "true",
    MOJOB_PUBLIC_URL: url,
    MOJOB_OIDC_ISSUER: login.issuer,
    MOJOB_OIDC_CLIENT_ID: login.clientId,
    MOJOB_OIDC_CLIENT_SECRET_FILE: secretFile,
    MOJOB_OIDC_ROLES: '{"ops":"admin@*","ledger":"operator@default/ledger"}',
  });
  deployment = await openDeployment(configuration, {
    platform: node,
    onWarning: (warning) => warnings.push(warning),
  });
}, 60_000);

afterAll(async () => {
  await deployment.close();
  await login[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Signs in as a browser does; resolves to where it is sent at the end, and the cookie that it has then. */
async function signIn(
  changes: { readonly cookie?: string } = {},
): Promise<{ readonly at: string; readonly cookie: string }> {
  const begun = await fetch(`${deployment.url}/api/v1/sign-in/provider`, { redirect: "manual" });
  expect(begun.status).toBe(303);
  const pending = changes.cookie ?? begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const returned = await login.signIn(begun.headers.get("Location") ?? "");
  const ended = await fetch(returned, { redirect: "manual", headers: { Cookie: pending } });
  const cookie =
    ended.headers
      .getSetCookie()
      .find((one) => one.startsWith("mojob_session"))
      ?.split(";")[0] ?? "";
  return { at: ended.headers.get("Location") ?? "", cookie };
}

async function sessionOf(cookie: string): Promise<unknown> {
  const response = await fetch(`${deployment.url}/api/v1/session`, { headers: { Cookie: cookie } });
  return response.json();
}

test("groups are roles, which are those of the latest sign-in", async () => {
  login.claims = { sub: "person-1", preferred_username: "Li", name: "李娜", groups: ["ops", "unknown"] };
  const first = await signIn();
  expect(first.at).toBe("/");
  expect(await sessionOf(first.cookie)).toMatchObject({
    account: { name: "li", displayName: "李娜", isSuperadmin: false },
    permissions: expect.arrayContaining(["members:edit"]) as string[],
  });
  login.claims = { ...login.claims, preferred_username: "other", groups: ["ledger"] };
  const second = await signIn();
  expect(await sessionOf(second.cookie)).toMatchObject({
    account: { name: "li" },
    permissions: [],
    grants: expect.arrayContaining([{ permission: "runs:trigger", apps: ["ledger"] }]) as object[],
  });
  // The session of before has no more rights than the person has now.
  expect(await sessionOf(first.cookie)).toMatchObject({ permissions: [] });
});

test("somebody new who has the name of another is not the other", async () => {
  login.claims = { sub: "person-2", preferred_username: "li", groups: ["ledger"] };
  const { cookie } = await signIn();
  expect(await sessionOf(cookie)).toMatchObject({ account: { name: "li-2" } });
});

/** Why somebody was not let in, as the address in their browser has it. */
async function refusal(
  claims: Record<string, unknown>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  login.claims = claims;
  const { at, cookie } = await signIn();
  expect(cookie).toBe("");
  const names = new URLSearchParams(at.split("#")[1]);
  expect(names.get("sign-in")).toBe("no_access");
  names.delete("sign-in");
  return Object.fromEntries([...names.keys()].map((name) => [name, names.getAll(name)]));
}

test("somebody without a mapped group is not let in, and is shown which groups came and which give a role", async () => {
  const wang = { sub: "person-3", preferred_username: "wang" };
  expect(await refusal({ ...wang, groups: ["others", "Ops"] })).toEqual({
    came: ["others", "Ops"],
    wanted: ["ops", "ledger"],
    claim: ["groups"],
  });
  expect(await refusal({ ...wang, hasgroups: true })).toMatchObject({ fault: ["too_many"] });
  expect(await refusal({ ...wang, groups: { ops: true } })).toMatchObject({ fault: ["unreadable"] });
  expect(await refusal({ ...wang, realm_access: { roles: ["ops"] } })).toMatchObject({
    fault: ["absent"],
    claims: expect.arrayContaining(["preferred_username", "realm_access"]) as string[],
  });
});

test("the start reports which groups give which role, and from which claim they are read", () => {
  expect(warnings).toContain(
    `Groups from ${new URL(login.issuer).host} are those of the claim "groups"; roles are given to "ops" (admin@*), "ledger" (operator@default/ledger)`,
  );
});

test("a way back that began in another browser, or is used again, opens nothing", async () => {
  login.claims = { sub: "person-1", groups: ["ops"] };
  const foreign = `mojob_oidc=${"A".repeat(40)}`;
  expect(await signIn({ cookie: foreign })).toEqual({ at: "/#sign-in=sign_in_failed", cookie: "" });
  const begun = await fetch(`${deployment.url}/api/v1/sign-in/provider`, { redirect: "manual" });
  const pending = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const returned = await login.signIn(begun.headers.get("Location") ?? "");
  const again = async (): Promise<string | null> =>
    (await fetch(returned, { redirect: "manual", headers: { Cookie: pending } })).headers.get("Location");
  expect(await again()).toBe("/");
  expect(await again()).toBe("/#sign-in=sign_in_failed");
});

test("a start that nobody can sign in to yet prints a link to the first person", async () => {
  expect(warnings.join("\n")).toMatch(/http:\/\/127\.0\.0\.1:\d+\/welcome#mjb_\w+/);
  expect((await fetch(`${deployment.url}/api/v1/jobs`)).status).toBe(401);
  expect(await (await fetch(`${deployment.url}/api/v1/sign-in`)).json()).toMatchObject({
    provider: expect.any(String) as string,
  });
});

test("the link makes somebody who may do everything after others came from the provider, too; who is removed does not come back", async () => {
  const [, secret = ""] = /welcome#(mjb_\w+)/.exec(warnings.join("\n")) ?? [];
  const post = (path: string, body: object, cookie = ""): Promise<Response> =>
    fetch(`${deployment.url}/api/v1${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", Cookie: cookie },
      body: JSON.stringify(body),
    });
  const welcomed = await post("/welcome", { secret, name: "root", password: "correct horse battery staple" });
  expect(await welcomed.json()).toMatchObject({ name: "root", isSuperadmin: true });
  const root = welcomed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const removed = await fetch(`${deployment.url}/api/v1/people/li-2`, {
    method: "DELETE",
    headers: { Cookie: root, "Sec-Fetch-Site": "same-origin" },
  });
  expect(removed.status).toBe(204);
  login.claims = { sub: "person-2", preferred_username: "li", groups: ["ops"] };
  expect(await signIn()).toEqual({ at: "/#sign-in=wrong_credentials", cookie: "" });
  const audit = await fetch(`${deployment.url}/api/v1/audit?outcome=refused`, { headers: { Cookie: root } });
  const { items } = (await audit.json()) as { readonly items: readonly object[] };
  expect(items).toContainEqual(
    expect.objectContaining({ kind: "sign_in_refused", code: "wrong_credentials" }),
  );
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: "sign_in_refused",
      code: "no_access",
      note: 'the groups of "groups" were "others", "Ops"; a role is given to "ops", "ledger"',
    }),
  );
});

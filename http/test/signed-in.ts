import { expect } from "vitest";
import { type Answer, type Json, openTestApi, type TestApi, type TestApiOptions } from "./test-api.ts";

export const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
export const PASSWORD = "correct horse battery staple";

/** Headers of somebody's own page, with their cookie. */
export type Cookies = Readonly<Record<string, string>>;

export const cookieOf = (answer: Answer): Cookies => ({
  Cookie: (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "",
  ...OWN_PAGE,
});
export const secretOf = (link: Json): string => String(link["url"]).split("#")[1] ?? "";
export const bearer = (text: Json | string | undefined): Cookies => ({ Authorization: `Bearer ${text}` });

/** An API whose first person, `root`, has signed in. */
export async function withRoot(
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
export async function addPerson(
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

export const trigger = async (api: TestApi, headers: Cookies): Promise<Answer> =>
  api.call("triggerJob", { path: { key: "wait" }, headers });

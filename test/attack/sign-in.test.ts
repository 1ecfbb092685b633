import { afterAll, beforeAll, expect, it } from "vitest";
import { type AttackedServer, cookieOf, PASSWORD, type Sent, startAttacked } from "./attacked-server.ts";

let server: AttackedServer;
beforeAll(async () => {
  server = await startAttacked();
  await server.send("/api/v1/people", { body: { name: "root", isSuperadmin: true }, headers: server.admin });
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

const signIn = (name: string, password: string, headers = {}): Promise<Sent> =>
  server.send("/api/v1/sign-in", { body: { name, password }, headers });

it("sixty wrong passwords at once are judged five times, and a browser of before gets through", async () => {
  await server.person("li");
  const known = cookieOf(await signIn("li", PASSWORD));
  const all = await Promise.all(Array.from({ length: 60 }, (_, at) => signIn("li", `wrong password ${at}`)));
  const judged = all.filter(({ status }) => status === 401).length;
  expect(judged).toBeLessThanOrEqual(5);
  expect(all.every(({ status }) => status === 401 || status === 429)).toBe(true);
  expect((await signIn("li", PASSWORD)).status).toBe(429);
  expect((await signIn("li", PASSWORD, { Cookie: known["Cookie"] ?? "" })).status).toBe(200);
}, 60_000);

it("with somebody's cookie and nothing else no second factor is put in force", async () => {
  const wang = await server.person("wang");
  const offered = await server.send("/api/v1/account/second-factor", { body: {}, headers: wang });
  expect(offered.status).toBe(200);
  const own = { secret: "JBSWY3DPEHPK3PXP", code: "123456" };
  const confirm = "/api/v1/account/second-factor/confirm";
  expect((await server.send(confirm, { body: own, headers: wang })).status).toBe(400);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      server.send("/api/v1/account/second-factor/remove", {
        body: { password: `wrong password ${at}`, currentCode: "123456" },
        headers: wang,
      }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
}, 60_000);

it("a cookie that another host of the domain has set is none over TLS", async () => {
  const zhao = await server.person("zhao", { role: "viewer" });
  const session = /mojob_session_?\d*=([^;]+)/.exec(zhao["Cookie"] ?? "")?.[1] ?? "";
  const port = new URL(server.url).port;
  const overTls = { "X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-origin" };
  const send = (Cookie: string): Promise<Sent> =>
    server.send("/api/v1/account", { headers: { ...overTls, Cookie } });
  expect((await send(`mojob_session_${port}=${session}`)).status).toBe(401);
  expect((await send(`__Host-mojob_session_${port}=${session}`)).status).toBe(200);
});

it("a link of before ends with a new password, and what is wrong is never said", async () => {
  const anna = await server.person("anna");
  const invited = await server.send("/api/v1/people/anna/invitation", { body: {}, headers: server.admin });
  const secret = String(invited.json.url).split("#")[1];
  const change = { before: PASSWORD, password: "a longer one than that before" };
  expect((await server.send("/api/v1/account/password", { body: change, headers: anna })).status).toBe(200);
  expect((await server.send("/api/v1/welcome", { body: { secret, password: PASSWORD } })).json.code).toBe(
    "link_ended",
  );
  const [wrong, nobody] = [await signIn("anna", "something else"), await signIn("nobody", "something else")];
  expect([wrong.status, wrong.json.detail]).toEqual([nobody.status, nobody.json.detail]);
}, 60_000);

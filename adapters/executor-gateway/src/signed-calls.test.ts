import { createPublicKey } from "node:crypto";
import { Permission, PrincipalKind } from "@mojob/core";
import type { ExecutorKey } from "@mojob/core/engine";
import { createManagementApp } from "@mojob/http";
import { verifySignature, webcrypto } from "http-message-sig";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, GatewaySetup, TOKENS } from "../fixtures/gateway-setup.ts";
import { createSigningKey, signedHeaders, type Signing } from "../fixtures/signing.ts";
import { executorGateway } from "./mod.ts";

const REGISTER = "http://127.0.0.1/api/v1/executor/register";
const POLL = "http://127.0.0.1/api/v1/executor/poll";

let place: GatewaySetup;
let privateKey: CryptoKey;
let key: ExecutorKey;

beforeEach(async () => {
  place = await GatewaySetup.open({ tokens: { mail: [TOKENS.mail] }, requireSignatures: true });
  const pair = await createSigningKey();
  privateKey = pair.privateKey;
  key = await place.embedded.scheduler.addExecutorKey("shop", { publicKey: pair.publicKey });
});

afterEach(() => place.close());

function headersOf(body: object, changes: Partial<Signing> = {}): Promise<Readonly<Record<string, string>>> {
  return signedHeaders({
    privateKey,
    keyid: key.keyid,
    url: REGISTER,
    body: JSON.stringify(body),
    now: place.clock.now(),
    ...changes,
  });
}

async function signed(name: string, body: object, changes: Partial<Signing> = {}): Promise<Answer> {
  const url = REGISTER.replace("register", name);
  return place.call(name, body, null, await headersOf(body, { url, ...changes }));
}

const seconds = (): number => Math.floor(place.clock.now().getTime() / 1000);

it("verifies the Ed25519 signature of RFC 9421, B.2.6", async () => {
  const spki = createPublicKey({
    key: "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=",
    encoding: "base64",
    format: "der",
    type: "spki",
  }).export({ type: "spki", format: "der" });
  const imported = await crypto.subtle.importKey("spki", new Uint8Array(spki), "Ed25519", false, ["verify"]);
  const verify = (date: string): Promise<{ readonly label: string }> =>
    verifySignature(
      {
        kind: "request",
        method: "POST",
        targetUri: "https://example.com/foo?param=Value&Pet=dog",
        fields: [
          { name: "date", value: date },
          { name: "content-type", value: "application/json" },
          { name: "content-length", value: "18" },
          {
            name: "signature-input",
            value:
              'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
          },
          {
            name: "signature",
            value:
              "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
          },
        ],
      },
      {
        label: "sig-b26",
        policy: { algorithms: ["ed25519"], requiredComponents: [], requiredParameters: [] },
        resolveVerifier: () => webcrypto.verifier(imported),
      },
    );
  expect((await verify("Tue, 20 Apr 2021 02:07:55 GMT")).label).toBe("sig-b26");
  await expect(verify("Tue, 20 Apr 2021 02:07:56 GMT")).rejects.toMatchObject({ code: "VerificationFailed" });
});

describe("a signed call", () => {
  it("runs jobs without a token", async () => {
    await place.define("shop.resize");
    const { status, body } = await signed("register", { app: "shop", handlers: ["shop.resize"] });
    expect(status).toBe(201);
    const { executor } = body;
    const run = await place.trigger("shop.resize");
    const { runs } = (await signed("poll", { executor, max: 1 })).body;
    const results = [{ lease: runs[0].lease, status: "succeeded", result: "done" }];
    expect((await signed("settle", { executor, results })).status).toBe(200);
    expect(await run.result()).toBe("done");
  });

  it("may bear signatures of others beside its own", async () => {
    const body = { app: "shop" };
    const headers = await headersOf(body);
    const other = await headersOf(body, { label: "proxy", parameters: { tag: "proxy" } });
    const both = {
      ...headers,
      Signature: `${other["Signature"]}, ${headers["Signature"]}`,
      "Signature-Input": `${other["Signature-Input"]}, ${headers["Signature-Input"]}`,
    };
    expect((await place.call("register", body, null, both)).status).toBe(201);
    expect((await place.call("register", body, null, other)).status).toBe(401);
  });

  it("is one executor's where its key is", async () => {
    const pair = await createSigningKey();
    const { keyid } = await place.embedded.scheduler.addExecutorKey("shop", {
      publicKey: pair.publicKey,
      executor: "resizer",
    });
    const own = { privateKey: pair.privateKey, keyid };
    const { body } = await signed("register", { app: "shop", name: "resizer" }, own);
    const other = await signed("register", { app: "shop", name: "mailer" });
    expect(other.status).toBe(201);
    expect((await signed("register", { app: "shop", name: "mailer" }, own)).status).toBe(403);
    expect((await signed("register", { app: "shop" }, own)).status).toBe(403);
    expect((await signed("drain", { executor: other.body.executor }, own)).status).toBe(403);
    expect((await signed("drain", { executor: body.executor }, own)).status).toBe(200);
  });

  it("serves the app of its key alone, and nothing else of the API", async () => {
    expect((await signed("register", { app: "mail" })).status).toBe(403);
    const url = "http://127.0.0.1/api/v1/jobs";
    const headers = await headersOf({}, { url, method: "GET" });
    expect((await place.management.request(url, { headers })).status).toBe(403);
  });

  it("may be signed with either of two keys, until one is removed", async () => {
    const { scheduler } = place.embedded;
    const pair = await createSigningKey();
    const next = await scheduler.addExecutorKey("shop", { publicKey: pair.publicKey });
    const other = { privateKey: pair.privateKey, keyid: next.keyid };
    expect((await signed("register", { app: "shop" })).status).toBe(201);
    expect((await signed("register", { app: "shop" }, other)).status).toBe(201);
    await scheduler.removeExecutorKey("shop", key.id);
    expect((await signed("register", { app: "shop" })).body.detail).toContain("key is not registered");
    expect((await signed("register", { app: "shop" }, other)).status).toBe(201);
  });

  it("that waits ends soon after its key is removed", async () => {
    await place.define("shop.resize");
    const { scheduler } = place.embedded;
    const pair = await createSigningKey();
    const next = await scheduler.addExecutorKey("shop", { publicKey: pair.publicKey });
    const other = { privateKey: pair.privateKey, keyid: next.keyid };
    const { executor } = (await signed("register", { app: "shop", handlers: ["shop.resize"] })).body;
    const run = await place.trigger("shop.resize");
    const first = (await signed("poll", { executor, max: 1 }, other)).body;
    const results = [{ lease: first.runs[0].lease, status: "succeeded" }];
    const body = { executor, max: 1, waitMs: 30_000, ack: first.batch };
    const idle = await place.open("poll", body, null, await headersOf(body, { url: POLL }));
    await scheduler.removeExecutorKey("shop", key.id);
    await place.clock.advance(5000);
    expect(await idle.answer).toMatchObject({ status: 401, body: { code: "signature_refused" } });
    expect((await signed("settle", { executor, results }, other)).status).toBe(200);
    expect(await place.run(run.id)).toMatchObject({ state: "Succeeded" });
  });

  it("gets no run once its key is removed; the next call of the same executor does", async () => {
    await place.define("shop.resize");
    const { scheduler } = place.embedded;
    const pair = await createSigningKey();
    const next = await scheduler.addExecutorKey("shop", { publicKey: pair.publicKey });
    const other = { privateKey: pair.privateKey, keyid: next.keyid };
    const { executor } = (await signed("register", { app: "shop", handlers: ["shop.resize"] })).body;
    const body = { executor, max: 1, waitMs: 10_000 };
    const polling = await place.open("poll", body, null, await headersOf(body, { url: POLL }));
    await scheduler.removeExecutorKey("shop", key.id);
    const run = await place.trigger("shop.resize");
    expect(await polling.answer).toMatchObject({ status: 401, body: { code: "signature_refused" } });
    const { runs } = (await signed("poll", { executor, max: 1 }, other)).body;
    expect(runs).toMatchObject([{ id: run.id }]);
  });

  it("is accepted where signatures are not required, beside tokens", async () => {
    const gateway = executorGateway(place.embedded.executorHost(), { tokens: { shop: [TOKENS.shop] } });
    const management = createManagementApp(place.embedded.scheduler, {
      token: TOKENS.admin,
      extensions: [gateway],
      clock: place.clock,
    });
    const send = (headers: object): Promise<Response> =>
      Promise.resolve(
        management.request(REGISTER, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify({ app: "shop" }),
        }),
      );
    const bearer = { Authorization: `Bearer ${TOKENS.shop}` };
    expect((await send(bearer)).status).toBe(201);
    expect((await send(await headersOf({ app: "shop" }))).status).toBe(201);
    // A wrong signature stays wrong, whatever token is sent with it.
    const wrong = await headersOf({ app: "shop" }, { parameters: { keyid: "shop//none" } });
    expect((await send({ ...bearer, ...wrong })).status).toBe(401);
    await gateway.close(0);
    await management.close();
  });

  it("is accepted with a login of the app around the API, which is not asked about executors", async () => {
    const gateway = executorGateway(place.embedded.executorHost(), { tokens: { shop: [TOKENS.shop] } });
    let asked = 0;
    const management = createManagementApp(place.embedded.scheduler, {
      authenticate: () => {
        asked += 1;
        return { kind: PrincipalKind.User, name: "li", permissions: Object.values(Permission) };
      },
      extensions: [gateway],
      clock: place.clock,
    });
    const send = async (headers: object): Promise<number> => {
      const body = JSON.stringify({ app: "shop" });
      const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body };
      return (await management.request(REGISTER, init)).status;
    };
    expect(await send({ Authorization: `Bearer ${TOKENS.shop}` })).toBe(201);
    expect(await send(await headersOf({ app: "shop" }))).toBe(201);
    expect(await send({ "Sec-Fetch-Site": "same-origin" })).toBe(401);
    expect(await send({ Authorization: `Bearer ${TOKENS.admin}` })).toBe(401);
    expect(asked).toBe(0);
    await gateway.close(0);
    await management.close();
  });
});

describe("what is refused of signed calls", () => {
  it.each([
    ["a token of the app's executors", TOKENS.mail],
    ["the token of the API", TOKENS.admin],
  ])("a call without a signature: %s", async (_what, token) => {
    for (const [name, body] of [
      ["register", { app: "mail" }],
      ["drain", { executor: "none" }],
    ] as const)
      expect(await place.call(name, body, token)).toMatchObject({
        status: 401,
        body: { code: "signature_required", title: "A signature is required" },
      });
  });

  it.each<readonly [string, () => Partial<Signing>, string]>([
    ["a key that is none", () => ({ keyid: "shop//000000000000000000000000" }), "key is not registered"],
    ["a key id of another form", () => ({ keyid: "../mail" }), "key is not registered"],
    [
      "another address",
      () => ({ url: REGISTER.replace("127.0.0.1", "other.example") }),
      "verification failed",
    ],
    ["another call", () => ({ url: REGISTER.replace("register", "drain") }), "verification failed"],
    ["another query", () => ({ url: `${REGISTER}?a=b` }), "verification failed"],
    ["another method", () => ({ method: "PUT" }), "verification failed"],
    ["a signature of long ago", () => ({ now: new Date(place.clock.now().getTime() - 66_000) }), "expired"],
    [
      "a signature of long ago that has not expired",
      () => ({ parameters: { created: seconds() - 66, expires: seconds() - 6 + 2 } }),
      "too old",
    ],
    ["a signature of later", () => ({ now: new Date(place.clock.now().getTime() + 7000) }), "in the future"],
    ["a long life", () => ({ parameters: { expires: seconds() + 61 } }), "may expire 60 s after"],
    ["a nonce that can be guessed", () => ({ parameters: { nonce: "1" } }), "nonce must be 16 to 64"],
    ["another algorithm", () => ({ parameters: { alg: "hmac-sha256" } }), "hmac-sha256"],
    ["another purpose", () => ({ parameters: { tag: "web-bot-auth" } }), 'tag must be "mojob-worker"'],
    [
      "a body that is not signed",
      () => ({ components: ["@method", "@authority", "@path", "@query"] }),
      "content-digest",
    ],
    ["an address that is not signed", () => ({ components: ["@method", "content-digest"] }), "@authority"],
  ])("%s", async (_what, changes, wanted) => {
    const { status, body } = await signed("register", { app: "shop" }, changes());
    expect([status, body.code]).toEqual([401, "signature_refused"]);
    expect(body.detail).toContain(wanted);
    expect(await place.embedded.scheduler.workers()).toHaveLength(1);
  });

  it("another key's signature", async () => {
    const other = await createSigningKey();
    const { status, body } = await signed("register", { app: "shop" }, { privateKey: other.privateKey });
    expect([status, body.detail]).toEqual([401, expect.stringContaining("verification failed")]);
  });

  it.each(["nonce", "expires", "created", "keyid", "alg", "tag"])("one without %s", async (name) => {
    const { status, body } = await signed("register", { app: "shop" }, { parameters: { [name]: undefined } });
    expect([status, body.detail]).toEqual([401, expect.stringContaining(name)]);
  });

  it("a body that was changed on the way", async () => {
    const headers = await headersOf({ app: "shop", name: "one" });
    expect(await place.call("register", { app: "shop", name: "two" }, null, headers)).toMatchObject({
      status: 400,
      body: { code: "digest_mismatch" },
    });
    expect(await place.embedded.scheduler.workers()).toHaveLength(1);
  });

  it("headers that are cut short, garbled or too long", async () => {
    const body = { app: "shop" };
    const headers = await headersOf(body);
    for (const change of [
      { Signature: "mojob=:AAAA:" },
      { Signature: "mojob" },
      { "Signature-Input": "mojob=1" },
      { "Signature-Input": 'mojob=("@method"' },
      { "Signature-Input": `${headers["Signature-Input"]};x="${"x".repeat(2048)}"` },
    ])
      expect(await place.call("register", body, null, { ...headers, ...change })).toMatchObject({
        status: 401,
        body: { code: "signature_refused" },
      });
  });

  it("a call that was sent before, also by another gateway", async () => {
    const body = { app: "shop" };
    const other = executorGateway(place.embedded.executorHost(), { requireSignatures: true });
    const management = createManagementApp(place.embedded.scheduler, {
      token: TOKENS.admin,
      extensions: [other],
      clock: place.clock,
    });
    const headers = await headersOf(body);
    const elsewhere = async (): Promise<number> =>
      (
        await management.request(REGISTER, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        })
      ).status;
    const first = await Promise.all([place.call("register", body, null, headers), elsewhere()]);
    expect([first[0].status, first[1]].toSorted((one, two) => one - two)).toEqual([201, 401]);
    const again = await place.call("register", body, null, headers);
    expect([again.status, again.body.detail]).toEqual([
      401,
      expect.stringContaining("nonce was used before"),
    ]);
    // As long as it would be in time, and a while longer.
    await place.clock.advance(60_000);
    expect([(await place.call("register", body, null, headers)).status, await elsewhere()]).toEqual([
      401, 401,
    ]);
    await other.close(0);
    await management.close();
  });

  it("no others of the same address, however many signatures were refused", async () => {
    const headers = await headersOf({ app: "shop" }, { keyid: "shop//none" });
    for (let count = 0; count < 25; count += 1)
      expect((await place.call("register", { app: "shop" }, null, headers)).status).toBe(401);
    expect((await signed("register", { app: "shop" })).status).toBe(201);
  });
});

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aRequester } from "@mojob/test-fixtures/requester";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import type { Requester } from "../../access/requester.ts";
import type { AddExecutorKeyRequest } from "../../access/executor-key.ts";
import { executorKeyring } from "../../placement/executor-keys.ts";
import * as executorKeys from "./executor-keys.ts";

type Opened = executorKeys.ExecutorKeysOptions & Pick<World, "state"> & { readonly requester: Requester };

const addExecutorKey = (app: string, request: AddExecutorKeyRequest, opened: Opened) =>
  executorKeys.addExecutorKey(opened.requester, app, request, opened);
const listExecutorKeys = (app: string, opened: Opened) =>
  executorKeys.listExecutorKeys(opened.requester, app, opened);
const removeExecutorKey = (app: string, id: string, opened: Opened) =>
  executorKeys.removeExecutorKey(opened.requester, app, id, opened);

function open(changes: Partial<Opened> = {}): Opened {
  const { state, clock } = createWorld();
  return { tenant: "default", requester: aRequester(null, "user:li"), state, clock, ...changes };
}

const publicKey = (): string =>
  generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }) as string;

describe("addExecutorKey()", () => {
  it("keeps a public key of one executor, or of all of the app, once", async () => {
    const options = open();
    const pem = publicKey();
    const own = await addExecutorKey("shop", { publicKey: pem, executor: "resizer" }, options);
    expect(own).toMatchObject({
      keyid: `shop/resizer/${own.id}`,
      executor: "resizer",
      by: "user:li",
      publicKey: pem.split("\n")[1],
    });
    const all = await addExecutorKey("shop", { publicKey: own.publicKey }, options);
    expect(all).toMatchObject({ id: own.id, keyid: `shop//${own.id}`, executor: null });
    expect(await addExecutorKey("shop", { publicKey: pem }, options)).toEqual(all);
    expect(await listExecutorKeys("shop", options)).toEqual([
      { ...all, usedAt: null },
      { ...own, usedAt: null },
    ]);
    expect(await listExecutorKeys("mail", options)).toEqual([]);
  });

  it("keeps two of each, also where three are added at once", async () => {
    const options = open();
    const added = await Promise.allSettled(
      [publicKey(), publicKey(), publicKey()].map((key) =>
        addExecutorKey("shop", { publicKey: key }, options),
      ),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(added.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "invalid_argument", issues: [{ pointer: "/publicKey", code: "executor_keys_full" }] },
    });
    await addExecutorKey("shop", { publicKey: publicKey(), executor: "resizer" }, options);
    expect(await listExecutorKeys("shop", options)).toHaveLength(3);
  });

  it.each([
    [
      "a private key",
      generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    ],
    [
      "a key of another kind",
      generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
        type: "spki",
        format: "pem",
      }) as string,
    ],
    ["32 bytes, which a private key has too", Buffer.alloc(32, 7).toString("base64")],
    ["nothing", ""],
  ])("refuses %s", async (_what, key) => {
    const options = open();
    await expect(addExecutorKey("shop", { publicKey: key }, options)).rejects.toMatchObject({
      issues: [{ pointer: "/publicKey", code: "executor_key_rule" }],
    });
    expect(await listExecutorKeys("shop", options)).toEqual([]);
  });

  it("refuses what is no name, and another app than the caller's", async () => {
    await expect(
      addExecutorKey("shop", { publicKey: publicKey(), executor: "a/b" }, open()),
    ).rejects.toMatchObject({ issues: [{ pointer: "/executor", code: "name_rule" }] });
    const scoped = open({ requester: aRequester("mail") });
    await expect(addExecutorKey("shop", { publicKey: publicKey() }, scoped)).rejects.toThrow("shop");
    await expect(listExecutorKeys("shop", scoped)).rejects.toThrow("shop");
    await expect(removeExecutorKey("shop", "k", scoped)).rejects.toThrow("shop");
  });
});

describe("the keyring", () => {
  it("finds a key by what signatures name it with, until it is removed", async () => {
    const options = open();
    const ring = executorKeyring("default", options.state, options.clock);
    const first = await addExecutorKey("shop", { publicKey: publicKey(), executor: "resizer" }, options);
    const second = await addExecutorKey("shop", { publicKey: publicKey(), executor: "resizer" }, options);
    expect(await ring.find(first.keyid)).toEqual(first);
    for (const keyid of [
      first.id,
      `shop//${first.id}`,
      `mail/resizer/${first.id}`,
      `${first.keyid}/x`,
      "",
      "shop/../x",
    ])
      expect([keyid, await ring.find(keyid)]).toEqual([keyid, null]);
    expect(await executorKeyring("other", options.state, options.clock).find(first.keyid)).toBe(null);
    await removeExecutorKey("shop", first.id, options);
    await removeExecutorKey("shop", "unknown", options);
    expect(await ring.find(first.keyid)).toBe(null);
    expect(await ring.find(second.keyid)).toEqual(second);
  });

  it("takes a nonce of a key once, whichever process asks", async () => {
    const { state, clock } = open();
    const rings = [executorKeyring("default", state, clock), executorKeyring("default", state, clock)];
    const taken = await Promise.all(rings.map((ring) => ring.takeNonce("shop//k", "n-1")));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await rings[0]?.takeNonce("shop//k", "n-2")).toBe(true);
    expect(await rings[0]?.takeNonce("shop//other", "n-1")).toBe(true);
  });

  it("notes when a key was last used, once a minute, until the key is removed", async () => {
    const { state, clock } = createWorld();
    const options = open({ state, clock });
    const ring = executorKeyring("default", state, clock);
    const pem = publicKey();
    const { id, keyid } = await addExecutorKey("shop", { publicKey: pem }, options);
    const other = await addExecutorKey("shop", { publicKey: publicKey(), executor: "resizer" }, options);
    const usedAt = async (): Promise<readonly (Date | null)[]> =>
      (await listExecutorKeys("shop", options)).map((key) => key.usedAt);
    const first = clock.now();
    await ring.takeNonce(keyid, "n-1");
    await clock.advance(59_999);
    await ring.takeNonce(keyid, "n-2");
    expect(await usedAt()).toEqual([first, null]);
    await clock.advance(1);
    expect(await ring.takeNonce(keyid, "n-2")).toBe(false);
    expect(await usedAt()).toEqual([first, null]);
    await ring.takeNonce(keyid, "n-3");
    expect(await usedAt()).toEqual([clock.now(), null]);
    await removeExecutorKey("shop", id, options);
    await addExecutorKey("shop", { publicKey: pem }, options);
    expect(await usedAt()).toEqual([null, null]);
    expect(other.executor).toBe("resizer");
  });
});

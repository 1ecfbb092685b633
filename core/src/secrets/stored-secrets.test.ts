import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it } from "vitest";
import { type KeyRing, parseKeyRing } from "../base/sealing/key-ring.ts";
import { secretKey } from "../model/name/state-key.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { StoredSecrets } from "./stored-secrets.ts";

const line = (id: string, fill: string): string => `${id} ${btoa(fill.repeat(32))}`;
const OLD = parseKeyRing(line("old", "a"));
const BOTH = parseKeyRing(`${line("old", "a")}\n${line("new", "b")}`);
const NEW = parseKeyRing(line("new", "b"));

function aPlace() {
  const clock = createFakeClock();
  const state = new StateStoreInMemory({ clock });
  const secrets = (keys: KeyRing | null): StoredSecrets =>
    new StoredSecrets({ tenant: "default", state, clock, keys });
  const save = (keys: KeyRing, name: string, value: string, app = "ops"): Promise<unknown> =>
    secrets(keys).save(app, name, value, "user:li", () => true);
  return { state, secrets, save };
}

describe("StoredSecrets", () => {
  it("gives an app its secrets, all or none", async () => {
    const { secrets, save } = aPlace();
    await save(OLD, "A", "first value");
    await save(OLD, "A", "second value");
    await save(OLD, "B", "of another app", "shop");
    expect([...(await secrets(OLD).open("ops", ["A"]))]).toEqual([["A", "second value"]]);
    await expect(secrets(OLD).open("ops", ["A", "B"])).rejects.toMatchObject({
      code: "secret_missing",
      parameters: { name: "B" },
      retryable: false,
    });
    expect(await secrets(OLD).remove("ops", "A")).toBe(true);
    await expect(secrets(OLD).open("ops", ["A"])).rejects.toMatchObject({ code: "secret_missing" });
  });

  it("gives a run 128 KiB of secrets, and no more", async () => {
    const { secrets, save } = aPlace();
    const names = Array.from({ length: 9 }, (_, index) => `S${index}`);
    for (const name of names.slice(0, 8)) await save(OLD, name, "x".repeat(16 * 1024));
    await save(OLD, "S8", "one more value");
    expect((await secrets(OLD).open("ops", names.slice(0, 8))).size).toBe(8);
    await expect(secrets(OLD).open("ops", names)).rejects.toMatchObject({
      code: "secrets_too_long",
      parameters: { limit: 128 },
      retryable: false,
    });
  });

  it("keeps no value where the state store can be read", async () => {
    const { state, save } = aPlace();
    await save(OLD, "A", "first value");
    const kept = JSON.stringify(await state.list(""));
    expect(kept).not.toMatch(/first value|Zmlyc3QgdmFsdWU/);
    expect(kept).toContain("user:li");
  });

  it("opens no ciphertext that was put in another's place, and no earlier one of the same secret", async () => {
    const { state, secrets, save } = aPlace();
    await save(OLD, "A", "first value");
    const first = await state.get(secretKey("default", "ops", "A"));
    await save(OLD, "B", "other value");
    await state.set(secretKey("default", "ops", "B"), first?.value ?? null);
    await state.set(secretKey("default", "shop", "A"), first?.value ?? null);
    const damaged = { code: "secret_damaged", parameters: { key: "old" } };
    await expect(secrets(OLD).open("ops", ["B"])).rejects.toMatchObject(damaged);
    await expect(secrets(OLD).open("shop", ["A"])).rejects.toMatchObject(damaged);
    await save(OLD, "A", "second value");
    const second = await state.get(secretKey("default", "ops", "A"));
    const [was, is] = [first?.value as object, second?.value as object];
    await state.set(secretKey("default", "ops", "A"), { ...is, sealed: (was as { sealed: never }).sealed });
    await expect(secrets(OLD).open("ops", ["A"])).rejects.toMatchObject(damaged);
  });

  it("names the key that is wanted where this process has another one, or none", async () => {
    const { secrets, save } = aPlace();
    await save(OLD, "A", "first value");
    const sealed = { code: "secret_sealed", parameters: { name: "A", key: "old" } };
    await expect(secrets(NEW).open("ops", ["A"])).rejects.toMatchObject(sealed);
    await expect(secrets(null).open("ops", ["A"])).rejects.toMatchObject(sealed);
    await expect(secrets(null).save("ops", "A", "value 123", null, () => true)).rejects.toMatchObject({
      code: "key_missing",
    });
    await expect(secrets(NEW).check("ops")).rejects.toThrow(
      'Cannot start with these keys (new): Secret "A" was sealed with key "old"',
    );
    await expect(secrets(NEW).check("shop")).resolves.toBeUndefined();
    await expect(secrets(null).check("ops")).resolves.toBeUndefined();
    await expect(secrets(parseKeyRing(line("old", "x"))).check("ops")).rejects.toThrow("cannot be opened");
  });

  it("is sealed again with the newest key, after which the older one is not needed", async () => {
    const { secrets, save } = aPlace();
    await save(OLD, "A", "first value");
    await save(OLD, "B", "other value", "shop");
    await save(BOTH, "C", "third value");
    expect(await secrets(BOTH).reseal()).toBe(2);
    expect(await secrets(BOTH).reseal()).toBe(0);
    expect([...(await secrets(NEW).open("ops", ["A", "C"])).values()]).toEqual([
      "first value",
      "third value",
    ]);
    expect((await secrets(NEW).list()).map(({ app, name, record }) => [app, name, record.version])).toEqual([
      ["ops", "A", 1],
      ["ops", "C", 1],
      ["shop", "B", 1],
    ]);
  });

  it("seals again what it can, and names what it cannot", async () => {
    const { secrets, save } = aPlace();
    await save(parseKeyRing(line("lost", "z")), "A", "first value");
    await save(OLD, "B", "other value");
    await expect(secrets(BOTH).reseal()).rejects.toMatchObject({
      code: "secret_sealed",
      parameters: { name: "A", key: "lost" },
    });
    expect([...(await secrets(NEW).open("ops", ["B"])).values()]).toEqual(["other value"]);
  });

  it("keeps the later of two values that are given at once, each with a version of its own", async () => {
    const { secrets, save } = aPlace();
    await Promise.all(["first value", "second value", "third value"].map((value) => save(OLD, "A", value)));
    const [stored] = await secrets(OLD).list("ops");
    expect(stored?.record.version).toBe(3);
    expect((await secrets(OLD).open("ops", ["A"])).size).toBe(1);
  });
});

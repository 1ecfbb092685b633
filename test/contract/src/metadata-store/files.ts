import assert from "node:assert/strict";
import { FILE_LIMITS, type FileToStore, type IMoFileStore, type StoredFile } from "@mojob/core/ports";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

const HELLO_SHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

export function describeFiles(it: MetadataStoreIt): void {
  describeStoring(it);
  describeRefusals(it);
  describeRemoval(it);
}

function describeStoring(it: MetadataStoreIt): void {
  it("put() keeps a file with its size and SHA-256, and get() returns its bytes", async ({
    store,
    tenant,
  }) => {
    const { files } = store;
    const before = Date.now() - 1;
    const put = await files.put(named(tenant, "a/#1", "报告 1.csv"), pieces("hel", "", "lo"), FILE_LIMITS);
    const { storedAt, ...rest } = put;
    assert.deepEqual(rest, { ...named(tenant, "a/#1", "报告 1.csv"), size: 5, sha256: HELLO_SHA256 });
    assert.ok(storedAt.getTime() > before);
    const got = await files.get(tenant, "a/#1", "报告 1.csv");
    assert.deepEqual(got?.file, put);
    assert.equal(await textOf(files, put), "hello");
    assert.equal(await files.get(tenant, "a/#1", "报告"), null);
    assert.equal(await files.get(tenant, "a", "报告 1.csv"), null);
    assert.equal(await files.get(`${tenant}-b`, "a/#1", "报告 1.csv"), null);
  });

  it("put() keeps an empty file, and one of several megabytes", async ({ store, tenant }) => {
    const empty = await store.files.put(named(tenant, "a", "empty"), pieces(), FILE_LIMITS);
    assert.equal(empty.size, 0);
    assert.equal(await textOf(store.files, empty), "");
    const piece = "0123456789abcdef".repeat(8192);
    const large = await store.files.put(
      named(tenant, "a", "large"),
      pieces(...Array.from({ length: 20 }, () => piece)),
      FILE_LIMITS,
    );
    assert.equal(large.size, 20 * piece.length);
    assert.ok((await textOf(store.files, large)) === piece.repeat(20));
  });

  it("put() again takes the place of what was there, of the same run alone", async ({ store, tenant }) => {
    const { files } = store;
    const [a, b] = [named(tenant, "a", "x"), named(tenant, "b", "x")];
    await files.put(a, pieces("first"), FILE_LIMITS);
    await files.put(b, pieces("of b"), FILE_LIMITS);
    const second = await files.put(a, pieces("second"), FILE_LIMITS);
    assert.deepEqual(await files.list(tenant, "a"), [second]);
    assert.equal(await textOf(files, a), "second");
    assert.equal(await textOf(files, b), "of b");
  });

  it("put() at the same time keeps one of them whole", async ({ store, tenant }) => {
    const { files } = store;
    const a = named(tenant, "a", "x");
    const texts = ["1", "22", "333", "4444"].map((text) => text.repeat(1000));
    await Promise.all(texts.map((text) => files.put(a, pieces(text), FILE_LIMITS)));
    const [only, ...others] = await files.list(tenant, "a");
    assert.deepEqual(others, []);
    const text = await textOf(files, a);
    assert.ok(texts.includes(text));
    assert.equal(only?.size, text.length);
  });

  it("list() returns the files of one run by name", async ({ store, tenant }) => {
    const { files } = store;
    for (const name of ["c", "a", "b"]) await files.put(named(tenant, "r", name), pieces(name), FILE_LIMITS);
    await files.put(named(tenant, "other", "d"), pieces("d"), FILE_LIMITS);
    const names = (await files.list(tenant, "r")).map(({ name }) => name);
    assert.deepEqual(names, ["a", "b", "c"]);
    assert.deepEqual(await files.list(tenant, "none"), []);
    assert.deepEqual(await files.list(`${tenant}-b`, "r"), []);
  });
}

function describeRefusals(it: MetadataStoreIt): void {
  it("put() refuses names that are no names", async ({ store, tenant }) => {
    for (const name of ["", ".", "..", "a/b", "a\\b", "a\nb", "a\u0000", "\u202Ecod.exe", "x".repeat(201)])
      await assert.rejects(store.files.put(named(tenant, "a", name), pieces("x"), FILE_LIMITS), {
        code: "invalid_argument",
      });
    const longest = "名".repeat(200);
    await store.files.put(named(tenant, "a", longest), pieces("x"), FILE_LIMITS);
    assert.deepEqual(
      (await store.files.list(tenant, "a")).map(({ name }) => name),
      [longest],
    );
  });

  it("put() refuses what is too large, and keeps the file that was there", async ({ store, tenant }) => {
    const { files } = store;
    const a = named(tenant, "a", "x");
    const limits = { ...FILE_LIMITS, mostBytes: 5 };
    await files.put(a, pieces("hello"), limits);
    await assert.rejects(files.put(a, pieces("hello", "!"), limits), { code: "file_refused" });
    assert.equal(await textOf(files, a), "hello");
    assert.equal((await files.list(tenant, "a")).length, 1);
  });

  it("put() refuses one file more than a run may have, and replaces one of those it has", async ({
    store,
    tenant,
  }) => {
    const { files } = store;
    const limits = { ...FILE_LIMITS, mostFiles: 2 };
    await files.put(named(tenant, "a", "1"), pieces("1"), limits);
    await files.put(named(tenant, "a", "2"), pieces("2"), limits);
    await assert.rejects(files.put(named(tenant, "a", "3"), pieces("3"), limits), { code: "file_refused" });
    await files.put(named(tenant, "a", "2"), pieces("two"), limits);
    await files.put(named(tenant, "b", "3"), pieces("3"), limits);
    assert.equal((await files.list(tenant, "a")).length, 2);
  });

  it("put() keeps nothing of content that throws", async ({ store, tenant }) => {
    const { files } = store;
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces("half");
      throw new RangeError("The line broke");
    };
    await assert.rejects(files.put(named(tenant, "a", "x"), failing(), FILE_LIMITS), {
      message: "The line broke",
    });
    assert.equal(await files.get(tenant, "a", "x"), null);
    assert.deepEqual(await files.list(tenant, "a"), []);
    await files.put(named(tenant, "a", "x"), pieces("whole"), FILE_LIMITS);
    await assert.rejects(files.put(named(tenant, "a", "x"), failing(), FILE_LIMITS));
    assert.equal(await textOf(files, named(tenant, "a", "x")), "whole");
  });
}

function describeRemoval(it: MetadataStoreIt): void {
  it("runs() returns each run that has files, page by page", async ({ store, tenant }) => {
    const { files } = store;
    const ids = ["~b/#1", "a", "b", "B", "长"];
    for (const id of ids)
      for (const name of ["x", "y"]) await files.put(named(tenant, id, name), pieces(name), FILE_LIMITS);
    await files.put(named(`${tenant}-b`, "z", "x"), pieces("x"), FILE_LIMITS);
    const found: string[] = [];
    for (;;) {
      const page = await files.runs(tenant, found.at(-1) ?? null, 2);
      assert.ok(page.length <= 2);
      if (page.length === 0) break;
      found.push(...page);
    }
    assert.deepEqual(found.toSorted(), ids.toSorted());
    assert.deepEqual(await files.runs(`${tenant}-c`, null, 10), []);
  });

  it("remove() removes the files of these runs, and leaves those of others", async ({ store, tenant }) => {
    const { files } = store;
    for (const id of ["a", "b", "c"]) await files.put(named(tenant, id, "x"), pieces(id), FILE_LIMITS);
    await files.put(named(`${tenant}-b`, "a", "x"), pieces("x"), FILE_LIMITS);
    await files.remove(tenant, []);
    await files.remove(tenant, ["a", "none", "c"]);
    assert.deepEqual(await files.runs(tenant, null, 10), ["b"]);
    assert.equal(await files.get(tenant, "a", "x"), null);
    assert.deepEqual(await files.list(tenant, "c"), []);
    assert.equal(await textOf(files, named(tenant, "b", "x")), "b");
    assert.equal(await textOf(files, named(`${tenant}-b`, "a", "x")), "x");
  });

  it("remove() leaves nothing of what is being written, nor does a write that is cut off", async ({
    store,
    tenant,
  }) => {
    const { files } = store;
    const piece = "x".repeat(3_000_000);
    const [begun, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces(piece);
      begun.resolve();
      await going.promise;
      yield* pieces(piece);
    };
    const writing = files.put(named(tenant, "a", "x"), content(), FILE_LIMITS).catch(() => null);
    await begun.promise;
    assert.deepEqual(await files.list(tenant, "a"), []);
    await files.remove(tenant, ["a"]);
    going.resolve();
    const written = await writing;
    // A store that has written nothing before may keep it.
    assert.deepEqual(await files.list(tenant, "a"), written === null ? [] : [written]);
    await files.remove(tenant, await files.runs(tenant, null, 10));
    assert.deepEqual(await files.runs(tenant, null, 10), []);
    assert.equal(await files.get(tenant, "a", "x"), null);
  });

  it("a stream that is open fails, or ends whole, where its file is removed", async ({ store, tenant }) => {
    const { files } = store;
    const large = "x".repeat(1_000_000);
    const a = named(tenant, "a", "x");
    await files.put(a, pieces(large), FILE_LIMITS);
    const content = await files.get(tenant, "a", "x");
    await files.remove(tenant, ["a"]);
    const read = await new Response(content?.open()).text().catch((error: unknown) => error);
    if (read !== large) assert.equal((read as { readonly code?: unknown }).code, "file_not_found");
  });
}

function named(tenant: string, instanceId: string, name: string): FileToStore {
  return { tenant, instanceId, name };
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function textOf(
  files: IMoFileStore,
  { tenant, instanceId, name }: FileToStore | StoredFile,
): Promise<string> {
  const content = await files.get(tenant, instanceId, name);
  assert.ok(content, `There is no file ${name}`);
  return new Response(content.open()).text();
}

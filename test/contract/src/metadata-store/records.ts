import assert from "node:assert/strict";
import { defineRecords, pageOfRecords, type RecordFilter, type RecordQuery } from "@mojob/core/ports";
import { aNote, type Note, NOTES } from "../builders/a-note.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

type NoteField = keyof typeof NOTES.fields;
type NoteQuery = Omit<RecordQuery<NoteField>, "tenant" | "order" | "limit">;

const MANY = 50;

export function describeRecords(it: MetadataStoreIt): void {
  describeRecordWrites(it);
  describeRecordValues(it);
  describeRecordReads(it);
}

function describeRecordWrites(it: MetadataStoreIt): void {
  it("put() writes each revision over the one before, and of many writers at once one wins", async ({
    store,
    tenant,
  }) => {
    const notes = store.records(NOTES);
    assert.deepEqual(await notes.put([]), []);
    assert.deepEqual(await notes.put([aNote(tenant, 1, { revision: 2 })]), [false]);
    for (const revision of [1, 2, 3]) {
      const writes = Array.from({ length: MANY }, (_, rank) => aNote(tenant, 1, { revision, rank }));
      const written = await Promise.all(writes.map((note) => notes.put([note])));
      const won = written.flatMap(([isWritten], rank) => (isWritten === true ? [rank] : []));
      assert.equal(won.length, 1);
      assert.deepEqual(await notes.get(tenant, ["note-001"]), [writes[won[0] ?? -1]]);
    }
    assert.deepEqual(await notes.put([aNote(tenant, 1, { revision: 3 }), aNote(tenant, 2)]), [false, true]);
    assert.deepEqual(await notes.put([aNote(tenant, 1, { revision: 5 })]), [false]);
  });

  it("put() loses nothing of what writers add who begin again where another one was first", async ({
    store,
    tenant,
  }) => {
    const notes = store.records(NOTES);
    await notes.put([aNote(tenant, 1, { rank: 0 })]);
    const addOne = async (): Promise<void> => {
      for (;;) {
        const [note] = await notes.get(tenant, ["note-001"]);
        assert.ok(note);
        const [isWritten] = await notes.put([{ ...note, rank: note.rank + 1, revision: note.revision + 1 }]);
        if (isWritten === true) return;
      }
    };
    await Promise.all(Array.from({ length: 10 }, addOne));
    const [note] = await notes.get(tenant, ["note-001"]);
    assert.deepEqual([note?.rank, note?.revision], [10, 11]);
  });

  it("put() of what has no revision writes it once", async ({ store, tenant }) => {
    const marks = store.records(
      defineRecords({
        name: "marks",
        key: ({ of, n }: { tenant: string; of: string; n: number; by: string }) => `${of}/${n}`,
        fields: { n: "number" },
      }),
    );
    const mark = (n: number, by: string) => ({ tenant, of: "a/b", n, by });
    assert.deepEqual(await marks.put([mark(1, "li"), mark(2, "li")]), [true, true]);
    assert.deepEqual(await marks.put([mark(1, "wu"), mark(3, "wu")]), [false, true]);
    assert.deepEqual(await marks.get(tenant, ["a/b/1", "a/b/3", "a/b"]), [
      mark(1, "li"),
      mark(3, "wu"),
      null,
    ]);
  });

  it("remove() removes by key and revision, and by time, of one tenant", async ({ store, tenant }) => {
    const notes = store.records(NOTES);
    const other = aNote(`${tenant}-b`, 1);
    const all = [1, 2, 3, 4].map((number) => aNote(tenant, number));
    await notes.put([...all, other]);
    const remove = (where: RecordFilter<NoteField>) => notes.remove(tenant, where);
    assert.equal(await remove({ id: "note-001", revision: 2 }), 0);
    assert.equal(await remove({ id: "note-001", revision: 1 }), 1);
    assert.equal(await remove({ at: { before: instant(3) } }), 1);
    assert.equal(await remove({ at: { before: instant(3) } }), 0);
    assert.deepEqual(await notes.get(tenant, ["note-001", "note-002", "note-003"]), [null, null, all[2]]);
    assert.deepEqual([await notes.count(tenant), await notes.count(other.tenant)], [2, 1]);
    assert.equal(await remove({}), 2);
    assert.equal(await notes.count(tenant), 0);
    assert.deepEqual(await notes.find({ tenant: other.tenant, order: ["id"], limit: 10 }), [other]);
    // A key is free again after its record was removed.
    assert.deepEqual(await notes.put([aNote(tenant, 1)]), [true]);
  });
}

function describeRecordValues(it: MetadataStoreIt): void {
  it("get() returns what was put whatever is in its key, in order, of its tenant alone", async ({
    store,
    tenant,
  }) => {
    const notes = store.records(NOTES);
    const keys = [
      "a/b",
      "a",
      "A",
      "a b",
      "$a",
      "a.b",
      "%",
      "_",
      "'\"`",
      "任务",
      "🙂",
      "*",
      "[a]",
      "x".repeat(300),
    ];
    const all = keys.map((id, number) => aNote(tenant, number, { id }));
    const others = keys.map((id) => aNote(`${tenant}-b`, 1, { id, text: "another tenant's" }));
    await notes.put([...all, ...others]);
    assert.deepEqual(await notes.get(tenant, [...keys, "none"]), [...all, null]);
    for (const note of all)
      assert.deepEqual(await notes.find({ tenant, where: { id: note.id }, order: ["id"], limit: 9 }), [note]);
    assert.deepEqual(
      await store.records(NOTES).get(`${tenant}-c`, keys),
      keys.map(() => null),
    );
    assert.deepEqual(await notes.get(tenant, []), []);
  });

  it("keeps big records, and whatever JSON is in them", async ({ store, tenant }) => {
    const notes = store.records(NOTES);
    const odd = {
      $set: { "a.b": [1, null, { "": "\uD800" }] },
      $date: 5,
      _bsontype: "Long",
      "": { $$: true },
    };
    let deep: Note["body"] = {};
    for (let level = 0; level < 120; level += 1) deep = { deep };
    const all = [
      aNote(tenant, 1, {
        text: "文".repeat(700_000),
        body: { list: Array.from({ length: 5000 }, (_, n) => ({ n })) },
      }),
      aNote(tenant, 2, { body: odd, owner: { name: "li" } }),
      aNote(tenant, 3, { body: deep, done: true }),
    ];
    assert.deepEqual(await notes.put(all), [true, true, true]);
    assert.deepEqual(await notes.get(tenant, ["note-001", "note-002", "note-003"]), all);
    const found = async (where: RecordFilter<NoteField>) =>
      (await notes.find({ tenant, where, order: ["at", "id"], limit: 9 })).map(({ rank }) => rank);
    assert.deepEqual(await found({ owner: "li", at: { from: instant(2) } }), [2]);
    assert.deepEqual(await found({ done: true }), [3]);
    assert.deepEqual(await notes.put([{ ...aNote(tenant, 2), revision: 2 }]), [true]);
    assert.deepEqual(await notes.get(tenant, ["note-002"]), [aNote(tenant, 2, { revision: 2 })]);
  });

  it("find() leaves out the parts that are not wanted", async ({ store, tenant }) => {
    const notes = store.records(NOTES);
    const { text: _, body: __, ...short } = aNote(tenant, 1);
    await notes.put([aNote(tenant, 1)]);
    const query = { tenant, order: ["id"] as const, limit: 9 };
    assert.deepEqual(await notes.find(query, ["text", "body"]), [short]);
    assert.deepEqual(await notes.find(query, ["body"]), [{ ...short, text: "Text 1" }]);
  });

  it("finds what is there by a field and an index that its definition did not have", async ({
    store,
    tenant,
  }) => {
    await store.records(NOTES).put([aNote(tenant, 1), aNote(tenant, 2, { done: true })]);
    const later = defineRecords({
      ...NOTES,
      fields: { ...NOTES.fields, again: { type: "flag", path: "done" } },
      indexes: { ...NOTES.indexes, again: { again: 1 } },
    });
    const notes = store.records(later);
    await notes.put([aNote(tenant, 3, { done: true })]);
    const found = await notes.find({ tenant, where: { again: true }, order: ["id"], limit: 9 });
    assert.deepEqual(found, [aNote(tenant, 2, { done: true }), aNote(tenant, 3, { done: true })]);
    assert.equal((await store.records(NOTES).find({ tenant, order: ["id"], limit: 9 })).length, 3);
  });
}

function describeRecordReads(it: MetadataStoreIt): void {
  it("find() finds by texts, numbers, times, flags and nothing, and of its tenant alone", async ({
    store,
    tenant,
  }) => {
    const notes = store.records(NOTES);
    await notes.put([
      aNote(tenant, 1, { owner: { name: "li" } }),
      aNote(tenant, 2, { topic: "mail", rank: -0.5 }),
      aNote(tenant, 3, { owner: { name: "" } }),
      aNote(tenant, 4, { topic: "Shop", done: true }),
      aNote(`${tenant}-b`, 5),
    ]);
    const found = async (query: NoteQuery["where"], ...either: NonNullable<NoteQuery["either"]>) => {
      const wanted = { tenant, order: ["id"] as const, limit: 10, ...(query && { where: query }), either };
      return (await notes.find(wanted)).map(({ id }) => Number(id.slice(-3)));
    };
    assert.deepEqual(await found(undefined), [1, 2, 3, 4]);
    assert.deepEqual(
      await found({ topic: undefined, at: {} }, [{ rank: 1 }, { done: undefined }]),
      [1, 2, 3, 4],
    );
    assert.deepEqual(await found({ topic: "shop" }), [1, 3]);
    assert.deepEqual(await found({ topic: ["mail", "Shop", "none"] }), [2, 4]);
    assert.deepEqual(await found({ topic: [] }), []);
    assert.deepEqual(await found({ rank: -0.5 }), [2]);
    assert.deepEqual(await found({ rank: { from: 3 } }), [3, 4]);
    assert.deepEqual(await found({ rank: { before: 1 } }), [2]);
    assert.deepEqual(await found({ at: instant(3) }), [3]);
    assert.deepEqual(await found({ at: { from: instant(2), before: instant(4) } }), [2, 3]);
    assert.deepEqual(await found({ done: true }), [4]);
    assert.deepEqual(await found({ done: false, topic: "mail" }), [2]);
    assert.deepEqual(await found({ owner: null }), [2, 4]);
    assert.deepEqual(await found({ owner: "" }), [3]);
    assert.deepEqual(await found({ owner: [null, "li"] }), [1, 2, 4]);
    assert.deepEqual(await found({}, [{ owner: "li" }, { rank: { before: 0 } }, { done: true }]), [1, 2, 4]);
    const liOrMail = [{ owner: "li" }, { topic: "mail", done: false }];
    assert.deepEqual(await found({ at: { from: instant(2) } }, liOrMail), [2]);
    assert.deepEqual(await found({}, liOrMail, [{ id: "note-001" }, { id: { from: "note-003" } }]), [1]);
  });

  it("find() sorts by several values, either way, and goes on behind those of an item", async ({
    store,
    tenant,
  }) => {
    const notes = store.records(NOTES);
    await notes.put([1, 2, 3, 4, 5].map((number) => aNote(tenant, number, { at: instant(number % 2) })));
    const found = async (query: NoteQuery & { readonly limit: number }) =>
      (await notes.find({ tenant, order: ["at", "id"], ...query })).map(({ rank }) => rank);
    assert.deepEqual(await found({ limit: 10 }), [2, 4, 1, 3, 5]);
    assert.deepEqual(await found({ limit: 10, descending: true }), [5, 3, 1, 4, 2]);
    assert.deepEqual(await found({ limit: 2, after: [instant(0), "note-004"] }), [1, 3]);
    assert.deepEqual(await found({ limit: 9, after: [instant(1), "note-003"], descending: true }), [1, 4, 2]);
    assert.deepEqual(await found({ limit: 2, skip: 3 }), [3, 5]);
    assert.deepEqual(await found({ limit: 0 }), []);
    const where = { topic: "shop", at: { from: instant(1) } };
    assert.deepEqual(await found({ limit: 9, where, after: [instant(1), "note-001"] }), [3, 5]);
  });

  it("pageOfRecords() passes no record over and returns none twice while others are written", async ({
    store,
    tenant,
  }) => {
    const notes = store.records(NOTES);
    // Several have each time.
    const given = Array.from({ length: 40 }, (_, number) =>
      aNote(tenant, number, { at: instant(number >> 2) }),
    );
    await notes.put(given);
    for (const descending of [false, true]) {
      const read: string[] = [];
      let cursor: string | null | undefined;
      for (let round = 0; cursor !== null; round += 1) {
        const query = { tenant, order: ["at", "id"] as const, descending };
        const page = await pageOfRecords(notes, query, { limit: 7, ...(cursor !== undefined && { cursor }) });
        read.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        const [next] = await notes.get(tenant, [given[round]?.id ?? ""]);
        await notes.put([
          aNote(tenant, round, { id: `new-${descending}-${round}`, at: instant(round) }),
          ...(next ? [{ ...next, text: "changed", revision: next.revision + 1 }] : []),
        ]);
      }
      const old = read.filter((id) => !id.startsWith("new"));
      assert.deepEqual(old, descending ? given.map(({ id }) => id).toReversed() : given.map(({ id }) => id));
      assert.equal(new Set(read).size, read.length);
    }
    await assert.rejects(pageOfRecords(notes, { tenant, order: ["at", "id"] }, { limit: 7, cursor: "x" }), {
      code: "invalid_argument",
    });
  });
}

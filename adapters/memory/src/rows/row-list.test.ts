import assert from "node:assert/strict";
import { anInstance, instant } from "@mojob/contract-tests";
import fc from "fast-check";
import { describe, it } from "vitest";
import { compareByCreation, InstanceRow } from "./instance-row.ts";
import { RowList } from "./row-list.ts";

function rowAt(createdMs: number, id: number): InstanceRow {
  return new InstanceRow(anInstance({ createdAt: instant(createdMs), id: String(id).padStart(6, "0") }));
}

function rowsOf(list: RowList): InstanceRow[] {
  return list.blocks.flatMap(({ rows }) => rows);
}

describe("RowList", () => {
  it("equals a sorted array whatever is added and removed", () => {
    const step = fc.record({ createdMs: fc.nat({ max: 50 }), remove: fc.option(fc.nat(), { freq: 2 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1500, size: "max" }), (steps) => {
        const list = new RowList("inTenant", compareByCreation);
        const model: InstanceRow[] = [];
        for (const [index, { createdMs, remove }] of steps.entries()) {
          if (remove === null) {
            const row = rowAt(createdMs, (index * 7919) % 100_000);
            list.add(row);
            model.push(row);
          } else {
            const [row] = model.splice(remove % Math.max(1, model.length), 1);
            if (row) list.remove(row);
          }
        }
        model.sort(compareByCreation);
        assert.deepEqual(
          rowsOf(list).map(({ record }) => record.id),
          model.map(({ record }) => record.id),
        );
        assert.equal(list.size, model.length);
        assert.equal(list.first(), model[0]);
        assert.equal(list.last(), model.at(-1));
        for (const block of list.blocks) {
          assert.ok(block.rows.length > 0 && block.rows.length <= 256);
          assert.equal(
            block.counts.reduce((sum, count) => sum + count, 0),
            block.rows.length,
          );
          for (const row of block.rows) assert.equal(row.inTenant, block);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives back the blocks that removing empties or thins out", () => {
    const list = new RowList("inTenant", compareByCreation);
    const rows = Array.from({ length: 10_000 }, (_, index) => rowAt(index, index));
    for (const row of rows) list.add(row);
    for (const [index, row] of rows.entries()) if (index % 100 !== 0) list.remove(row);
    assert.equal(list.size, 100);
    assert.ok(list.blocks.length <= 4, `${list.blocks.length} blocks for 100 rows`);
  });
});

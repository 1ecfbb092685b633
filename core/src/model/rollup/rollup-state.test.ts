import { describe, expect, it } from "vitest";
import {
  NO_ROLLUPS,
  type RollupBatch,
  type RollupState,
  stateAfter,
  withDraft,
  withoutDraft,
} from "./rollup-state.ts";

const WEEKS_MS = 28 * 86_400_000;
const NOW = new Date(40 * WEEKS_MS + 5);
/** As a version without sums of weeks has left it. */
const EARLIER: RollupState = { ...NO_ROLLUPS, position: "a", at: NOW };

function batch(from: string | null, to: string, at = NOW): RollupBatch {
  return { tenant: "t", from, to, at, rows: [], isDraft: false };
}

describe("sums of weeks", () => {
  it("are of all runs from the beginning on where nothing was counted before", () => {
    const first = stateAfter(NO_ROLLUPS, batch(null, "a"));
    expect(first?.coarseFrom).toEqual(new Date(0));
    expect(stateAfter(first as RollupState, batch("a", "b"))?.coarseFrom).toEqual(new Date(0));
  });

  it("begin with the next four weeks where an earlier version has counted, and stay there", () => {
    const next = stateAfter(EARLIER, batch("a", "b"));
    expect(next?.coarseFrom).toEqual(new Date(41 * WEEKS_MS));
    const later = new Date(50 * WEEKS_MS);
    expect(stateAfter(next as RollupState, batch("b", "c", later))?.coarseFrom).toEqual(next?.coarseFrom);
    // A clock that is a little ahead may have counted runs of the next weeks.
    const nearly = new Date(41 * WEEKS_MS - 60_000);
    expect(stateAfter(EARLIER, batch("a", "b", nearly))?.coarseFrom).toEqual(new Date(42 * WEEKS_MS));
  });

  it("are there from where sums are made again, unless an earlier version has begun that", () => {
    const since = new Date(30 * WEEKS_MS);
    const standing = { ...EARLIER, position: "z" };
    const begun = withDraft(standing, { since, position: "z", at: NOW }) as RollupState;
    expect(withoutDraft(begun, true)?.coarseFrom).toEqual(since);
    expect(withoutDraft(begun, false)?.coarseFrom).toBeUndefined();
    const { isCoarse: _, ...draft } = begun.draft as NonNullable<RollupState["draft"]>;
    expect(withoutDraft({ ...begun, draft }, true)?.coarseFrom).toBeUndefined();
    const later = withoutDraft({ ...begun, coarseFrom: new Date(0) }, true);
    expect(later?.coarseFrom).toEqual(new Date(0));
  });
});

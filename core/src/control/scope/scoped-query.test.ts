import { describe, expect, it } from "vitest";
import { AppSet } from "../../access/app-set.ts";
import type { Page, PageRequest } from "../../ports/page.ts";
import { countWithin, listWithin, scopedQuery } from "./scoped-query.ts";

const A = AppSet.of(["a"]);
const SOME = AppSet.of(["a", "b"]);

it("scopedQuery() limits a query to one app, and finds nothing for one of another app", () => {
  expect(scopedQuery(AppSet.ALL, { app: "a" })).toEqual({ app: "a" });
  expect(scopedQuery(A, {})).toEqual({ app: "a" });
  expect(scopedQuery(A, { app: "a" })).toEqual({ app: "a" });
  expect(scopedQuery(A, { app: "b" })).toBeNull();
  expect(scopedQuery(SOME, { app: "b" })).toEqual({ app: "b" });
  expect(scopedQuery(SOME, { app: "c" })).toBeNull();
  expect(scopedQuery(SOME, {})).toEqual({});
  expect(scopedQuery(AppSet.NONE, {})).toBeNull();
});

describe("of a list in which few things are of the apps", () => {
  const items = Array.from({ length: 100 }, (_, id) => ({
    id,
    app: id % 10 === 0 ? "a" : id % 25 === 1 ? "b" : "c",
  }));
  const own = items.filter(({ app }) => app !== "c");
  const list = ({ app }: { readonly app?: string }, { limit, cursor }: PageRequest) => {
    const after = items.filter(
      (one) => (app === undefined || one.app === app) && one.id > Number(cursor ?? -1),
    );
    const found = after.slice(0, limit);
    return Promise.resolve<Page<(typeof items)[number]>>({
      items: found,
      nextCursor: after.length > limit ? String(found.at(-1)?.id) : null,
    });
  };
  const order = {
    compare: (a: (typeof items)[number], b: (typeof items)[number]) => a.id - b.id,
    cursorOf: ({ id }: (typeof items)[number]) => String(id),
  };

  it.each([1, 3, 7, 200])(
    "listWithin() reads each of them once, in pages of %d that are full",
    async (limit) => {
      const read: unknown[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await listWithin(
          SOME,
          {},
          { limit, ...(cursor !== null && { cursor }) },
          list,
          order,
        );
        expect(page.items.length).toBe(Math.min(limit, own.length - read.length));
        read.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(read).toEqual(own);
    },
  );

  it("countWithin() adds them up to the cap", async () => {
    const count = async ({ app }: { readonly app?: string }): Promise<number> =>
      items.filter((one) => one.app === app).length;
    expect(await countWithin(SOME, {}, 100, count)).toBe(own.length);
    expect(await countWithin(SOME, {}, 12, count)).toBe(12);
    expect(await countWithin(SOME, { app: "c" }, 100, count)).toBe(0);
  });
});

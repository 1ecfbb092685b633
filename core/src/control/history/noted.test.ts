import { FEATURES } from "@mojob/features";
import { aRequester } from "@mojob/test-fixtures/requester";
import { expect, test } from "vitest";
import { isReading, type Permission } from "../../access/permission.ts";
import { OWN_RULES } from "../access/method-rules.ts";
import type { MethodRule } from "../access/method-rule.ts";
import { OWN_ACTS } from "../executors/executor-acts.ts";
import { definitionsOf } from "../feature/features.ts";
import type { Doing } from "./act-log.ts";
import { noted } from "./noted.ts";

interface Tables {
  readonly rules: object;
  readonly acts?: object;
}

function changes(rule: MethodRule): boolean {
  if (rule === null) return false;
  if (typeof rule === "string") return !isReading(rule);
  const needed = [...rule.always, ...Object.keys(rule.sometimes ?? {})] as readonly Permission[];
  return rule.leavesAct !== undefined || needed.some((permission) => !isReading(permission));
}

test("every method that changes something has its act beside its rule, or the reason why none is noted around it", () => {
  const services = [...definitionsOf(FEATURES)].map(
    ([name, definition]) => [name, definition ?? { rules: {} }] as const,
  );
  const own = ["own", { rules: OWN_RULES, acts: OWN_ACTS }] as const;
  for (const [name, { rules, acts = {} }] of [...services, own] as readonly (readonly [string, Tables])[]) {
    const changing = Object.entries(rules as Readonly<Record<string, MethodRule>>).flatMap(([method, rule]) =>
      changes(rule) ? [method] : [],
    );
    expect([name, Object.keys(acts).toSorted(byName)]).toEqual([name, changing.toSorted(byName)]);
  }
});

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}

class Counter {
  #count = 0;
  async read(): Promise<number> {
    return this.#count;
  }
  async add(_: unknown, more: number): Promise<number> {
    if (more === 0) throw new Error("Nothing to add");
    this.#count += more;
    return this.#count;
  }
}

test("noted() notes what its acts say after each change that was made, and nothing of one that failed", async () => {
  const written: Doing[] = [];
  const counter = noted(
    new Counter(),
    {
      rules: { read: null, add: null },
      acts: {
        add: async (
          { args: [more], service }: { args: [number]; service: Counter },
          change: () => Promise<number>,
        ) => {
          const before = await service.read();
          const after = await change();
          const act = { kind: "edit", app: null, note: `${before} + ${more} = ${after}` } as const;
          return more > 1 ? [act, { ...act, note: "several" }] : more < 0 ? [] : act;
        },
      },
    },
    { tenant: "default", actLog: { noteDone: async (_, doing) => void written.push(doing) } },
  );
  const requester = aRequester();
  expect(await counter.add(requester, 1)).toBe(1);
  expect(await counter.add(requester, 2)).toBe(3);
  expect(await counter.add(requester, -3)).toBe(0);
  await expect(counter.add(requester, 0)).rejects.toThrow("Nothing to add");
  expect(await counter.read()).toBe(0);
  expect(written.map(({ note }) => note)).toEqual(["0 + 1 = 1", "1 + 2 = 3", "several"]);
});

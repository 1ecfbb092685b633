import type { MoJobScheduler } from "@mojob/core";
import { isReading, needsOf, type Use } from "@mojob/core/engine";
import { METHOD_RULES } from "@mojob/features";
import { afterEach, describe, expect, it } from "vitest";
import {
  type ChangingCalls,
  type ChangingCallsOptions,
  CHANGING_CALLS,
  FROM,
  openChangingCalls,
  SECRET,
} from "../fixtures/changing-calls.ts";

const PAGE = { limit: 200 };

let opened: ChangingCalls | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function open(options?: ChangingCallsOptions): Promise<MoJobScheduler> {
  opened = await openChangingCalls(options);
  return opened.scheduler;
}

/** They need a permission to change things, and change none. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(["registry.check", "jobs.check", "reports.summaries"]);

/** They need permissions to read alone, and leave an act: a file is made of what is read. */
const LEAVES_AN_ACT: ReadonlySet<string> = new Set(["exports.create"]);

/** The names of the methods of a scheduler and of its services. */
function methodsOf(scheduler: MoJobScheduler): readonly string[] {
  const names: string[] = [];
  for (const [name, part] of Object.entries(scheduler)) {
    if (typeof part === "function") names.push(name);
    // Those of a service are on what it is made of.
    else if (typeof part === "object" && part !== null)
      for (const method in part)
        if (typeof (part as Record<string, unknown>)[method] === "function") names.push(`${name}.${method}`);
  }
  return names;
}

function changes(method: string): boolean {
  const { always, sometimes } = needsOf([method as Use], METHOD_RULES);
  return [...always, ...sometimes].some((permission) => !isReading(permission));
}

describe("the history", () => {
  it("is known to have an act of every method that changes something", async () => {
    const changing = methodsOf(await open()).filter(
      (method) => (changes(method) && !CHANGES_NOTHING.has(method)) || LEAVES_AN_ACT.has(method),
    );
    expect(Object.keys(CHANGING_CALLS).sort()).toEqual([...changing].sort());
  });

  it.each(Object.entries(CHANGING_CALLS))(
    "has what %s did: who, from where, when and with what outcome",
    async (_, [kind, call]) => {
      const scheduler = await open();
      await call(scheduler);
      const { items } = await scheduler.audit.list({}, PAGE);
      expect(items.find((act) => act.kind === kind)).toMatchObject({
        kind,
        by: { id: "user:li", name: "li" },
        from: FROM,
        outcome: "done",
        code: null,
      });
      expect(items.every(({ by }) => by?.id === "user:li")).toBe(true);
      expect(JSON.stringify(items)).not.toContain(SECRET);
      expect(await scheduler.audit.verify()).toMatchObject({ ok: true, entries: items.length });
    },
    30_000,
  );
});

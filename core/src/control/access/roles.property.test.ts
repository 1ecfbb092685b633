import fc from "fast-check";
import { expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import type { Granted } from "../../access/grant.ts";
import { permissionsOf, Role } from "../../access/role.ts";
import { hiddenIn } from "../../model/hidden.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const APPS = ["ledger", "mail", "shop"] as const;
const SECRET = "nobody else's";

/** Somebody is something in some apps, or in all: what an administrator writes down. */
interface Binding {
  readonly role: Role;
  /** `null` is every app. */
  readonly apps: readonly string[] | null;
  readonly payloads: boolean;
}

const binding: fc.Arbitrary<Binding> = fc.record({
  role: fc.constantFrom(...Object.values(Role)),
  apps: fc.option(fc.subarray([...APPS], { minLength: 1 })),
  payloads: fc.boolean(),
});

function grantedBy(bindings: readonly Binding[]): Granted {
  return {
    permissions: bindings.flatMap((one) => (one.apps === null ? permissionsOf(one.role, one) : [])),
    grants: bindings.flatMap(({ role, apps, payloads }) =>
      apps === null ? [] : permissionsOf(role, { payloads }).map((permission) => ({ permission, apps })),
    ),
  };
}

const { Viewer, Operator, Editor, Admin } = Role;
const PEOPLE: readonly Role[] = [Viewer, Operator, Editor, Admin];

/** Written out, without permissions and sets. */
const ORACLE = {
  sees: ({ role }: Binding) => PEOPLE.includes(role),
  reads: ({ role, payloads }: Binding) => PEOPLE.includes(role) && payloads,
  cancels: ({ role }: Binding) => [Operator, Editor, Admin].some((one) => one === role),
  edits: ({ role }: Binding) => [Editor, Admin].some((one) => one === role),
} as const;

type Deed = keyof typeof ORACLE;

function may(bindings: readonly Binding[], deed: Deed, app: string): boolean {
  return bindings.some((one) => ORACLE[deed](one) && (one.apps === null || one.apps.includes(app)));
}

it("whatever roles somebody has in which apps: runs, their payloads and what is done to them follow", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(binding, { maxLength: 4 }), async (bindings) => {
      const world = createWorld();
      await world.define(...APPS.map((app) => aDefinition({ key: `${app}.job`, app })));
      const whole = createScheduler(createEngine({ ...world, tenant: "default" }));
      const runs = await Promise.all(
        APPS.map(async (app) => (await whole.instances.trigger(`${app}.job`, { args: { text: SECRET } })).id),
      );
      const scheduler = whole.as({ kind: "user", name: "li", ...grantedBy(bindings) });
      const listed = await scheduler.instances.list({}, { limit: 10 }).then(
        ({ items }) => items,
        () => [],
      );
      const seen = APPS.filter((app) => may(bindings, "sees", app));
      expect(new Set(listed.map(({ app }) => app))).toEqual(new Set(seen));
      for (const run of listed) {
        const isRead = may(bindings, "reads", run.app);
        expect(run.argsPreview !== null, run.app).toBe(isRead);
        expect(hiddenIn(run).length === 0, run.app).toBe(isRead);
      }
      for (const [index, app] of APPS.entries()) {
        const id = runs[index] as string;
        const codeOf = (call: Promise<unknown>): Promise<string> =>
          call.then(
            () => "done",
            (error: unknown) => (error as { readonly code: string }).code,
          );
        const found = await scheduler.instances.get(id).catch(() => null);
        expect(found !== null).toBe(may(bindings, "sees", app));
        expect(JSON.stringify(found).includes(SECRET)).toBe(may(bindings, "reads", app));
        const logs = await codeOf(scheduler.instances.logs(id, 0, 10));
        expect(logs === "done").toBe(may(bindings, "reads", app));
        const edited = await codeOf(scheduler.jobs.update(`${app}.job`, { priority: 1 }, 1));
        expect(edited === "done").toBe(may(bindings, "edits", app));
        const text = await scheduler.instances.cancel(id).then(
          (run) => JSON.stringify(run),
          () => null,
        );
        expect(text !== null).toBe(may(bindings, "cancels", app));
        expect((await whole.instances.get(id)).state === "Cancelled").toBe(text !== null);
        // Also what a change resolves to.
        if (text !== null) expect(text.includes(SECRET)).toBe(may(bindings, "reads", app));
      }
    }),
    { numRuns: 150 },
  );
});

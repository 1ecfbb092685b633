import type { Mutant } from "./mutant.ts";

/** What keeps tenants to what they may have. */
export const TENANT_MUTANTS: readonly Mutant[] = [
  {
    name: "tenants: a disabled one fires",
    file: "core/src/duties/firing-loop.ts",
    text: "return (await this.#options.settings?.read())?.disabled ?? false;",
    instead: "return false;",
    test: "test/behaviour/embedded.test.ts",
    testName: "disabled: it takes no triggers and fires nothing",
  },
  {
    name: "tenants: a disabled one takes triggers",
    file: "core/src/dispatch/tenant/run-allowance.ts",
    text: "if (settings.known.disabled) return DISABLED;",
    instead: "",
    test: "core/src/dispatch/tenant/run-allowance.test.ts",
    testName: "a disabled tenant takes no triggers",
  },
  {
    name: "tenants: each process counts the runs of a minute by itself",
    file: "core/src/dispatch/tenant/run-allowance.ts",
    text: "const taken = at === minute ? count : 0;",
    instead: "const taken = 0;",
    test: "core/src/dispatch/tenant/run-allowance.test.ts",
    testName: "counts the runs of several processes together",
  },
  {
    name: "tenants: a process takes places that others hold",
    file: "core/src/running/tenant/tenant-places.ts",
    text: "Math.min(this.#target, free)",
    instead: "this.#target",
    test: "core/src/running/tenant/tenant-places.test.ts",
    testName: "never execute more together",
  },
  {
    name: "tenants: one raises its quotas above those of the deployment",
    file: "core/src/control/settings/create-tenant-service.ts",
    text: 'if (asker.holds(Permission.EditDeployment, "")) return;',
    instead: "if (asker.apps.isAll) return;",
    test: "http/test/api.test.ts",
    testName: "gets no quota above that of the configuration",
  },
];

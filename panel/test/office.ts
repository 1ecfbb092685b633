import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { CODE_PRINCIPAL } from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { createManagementApp } from "@mojob/http";
import { Identity } from "@mojob/identity";
import { StateStoreInMemory } from "@mojob/memory";
import { serve } from "@mojob/node";
import { startEmbedded } from "@mojob/runtime-local";
import { scryptHasher, timeCodes } from "@mojob/sign-in";
import type { Page } from "playwright-core";

const PASSWORD = "correct horse battery staple";
const NOBODY = { address: null, agent: null, requestId: "test" };
const DOER = { principal: CODE_PRINCIPAL, tenant: "default", from: NOBODY };

/** A panel with people. */
export interface Office extends AsyncDisposable {
  readonly url: string;
}

/** A panel with two jobs, one of which fails, and two people: Li, who administers it, and Wang, who may not read who the others are. @param wang the role of Wang */
export async function openOffice(wang: "viewer" | "operator"): Promise<Office> {
  const receipt = defineRecurringJob({
    key: "receipt",
    name: "Send receipts",
    cron: "0 0 0 1 1 *",
    execute: () => {},
  });
  const refund = defineTriggeredJob({
    key: "refund",
    name: "Refund",
    execute() {
      throw new Error("The ledger is closed");
    },
  });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [receipt, refund],
  });
  const identity = new Identity({
    state: new StateStoreInMemory(),
    clock: systemClock,
    hasher: scryptHasher({ logN: 4, block: 8, parallel: 1 }),
    codes: timeCodes(),
    isRequired: true,
  });
  const management = createManagementApp(scheduler, { identity });
  const server = await serve(management.fetch, { hostname: "127.0.0.1", port: 0 });
  await identity.people.add({ name: "li", displayName: "李娜", isSuperadmin: true }, null);
  await identity.people.add({ name: "wang", displayName: "王芳" }, null);
  await identity.people.give("wang", { role: wang }, DOER);
  for (const person of ["li", "wang"]) {
    const { secret } = await identity.links.make({ kind: "password", person }, 60_000);
    await identity.signIn.redeem(secret, { password: PASSWORD }, NOBODY);
  }
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close();
      await management.close();
      await close();
    },
  };
}

export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name or mail address").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: /^My account/ }).waitFor();
}

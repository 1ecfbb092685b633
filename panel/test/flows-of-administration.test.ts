import { defineTriggeredJob } from "@mojob/core";
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
import { afterAll, beforeAll, expect, vi } from "vitest";
import { PATIENCE } from "./patience.ts";
import { USUAL_FLOWS } from "./usual-flows.ts";
import { type Flow, walkFlows } from "./walk-flows.ts";

// What people come for with other people and with tokens, with the clicks it takes; what they type is not counted.

vi.setConfig(PATIENCE);

const PASSWORD = "correct horse battery staple";
const NOBODY = { address: null, agent: null, requestId: "test" };
const DOER = { principal: CODE_PRINCIPAL, tenant: "default", from: NOBODY };

let url = "";
let identity: Identity;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const receipt = defineTriggeredJob({ key: "receipt", name: "Send a receipt", execute: () => {} });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [receipt],
  });
  identity = new Identity({
    state: new StateStoreInMemory(),
    clock: systemClock,
    hasher: scryptHasher({ logN: 4, block: 8, parallel: 1 }),
    codes: timeCodes(),
    isRequired: true,
  });
  const management = createManagementApp(scheduler, { identity });
  const server = await serve(management.fetch, { hostname: "127.0.0.1", port: 0 });
  ({ url } = server);
  closers.push(server.close, management.close, close);
  await identity.people.add({ name: "root", isSuperadmin: true }, null);
  await identity.people.add({ name: "wang", displayName: "王芳" }, null);
  await identity.people.give("wang", { role: "viewer" }, DOER);
  for (const person of ["root", "wang"]) {
    const { secret } = await identity.links.make({ kind: "password", person }, 60_000);
    await identity.signIn.redeem(secret, { password: PASSWORD }, NOBODY);
  }
});

afterAll(async () => {
  for (const close of closers) await close();
});

/** The sign-in is no part of a flow: nobody does it each time. */
async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.getByLabel("Name or mail address").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: /^My account/ }).waitFor();
  await page.goto(`${url}${path}`);
}

/** Makes a token and goes to the list that has it. */
async function toTokens(page: Page): Promise<void> {
  await signIn(page, "root", "/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^CI/ }).check();
  await dialog.getByLabel("Name", { exact: true }).fill("ci");
  await dialog.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("button", { name: "I have it" }).click();
}

const FLOWS: readonly Flow[] = [
  {
    ...USUAL_FLOWS.operator,
    path: "/",
    prepare: (page) => signIn(page, "root", "/people"),
    async go(page, { click, choose }) {
      await click(page.getByRole("button", { name: "Add a person" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("chen");
      await dialog.getByLabel("Shown as").fill("陈晨");
      await choose(dialog.getByLabel("Role"), "operator");
      await dialog.getByLabel("Apps").fill("shop");
      await page.keyboard.press("Enter");
      await click(dialog.getByRole("button", { name: "Until 18:00" }));
      await click(dialog.getByRole("button", { name: "Add a person" }));
      const invited = page.getByRole("dialog", { name: "A link for chen" });
      await click(invited.getByRole("button", { name: "Close" }).last());
      await page.getByRole("row", { name: /陈晨/ }).getByText(/in shop · until/).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.revoke,
    path: "/",
    prepare: toTokens,
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "Revoke ci" }));
      await click(page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }));
      await page.getByText("ci is revoked").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.roles,
    path: "/",
    prepare: (page) => signIn(page, "wang", "/jobs/receipt"),
    async go(page) {
      const run = page.getByRole("button", { name: "Run now", exact: true });
      await run.waitFor();
      expect(await run.getAttribute("aria-disabled")).toBe("true");
      expect(await run.getAttribute("title")).toBe("You need the permission runs:trigger in app shop");
    },
  },
];

walkFlows(FLOWS, () => url);

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { type Office, openOffice, signIn } from "./office.ts";
import { PATIENCE } from "./patience.ts";
import { USUAL_FLOWS } from "./usual-flows.ts";
import { type Flow, walkFlows } from "./walk-flows.ts";

// What people come for with other people and with tokens, with the clicks it takes; what they type is not counted.

vi.setConfig(PATIENCE);

/** Until the sign-in, what the page asks for is refused. */
const NOT_SIGNED_IN = /401/;

let office: Office;
beforeAll(async () => {
  office = await openOffice("viewer");
});
afterAll(() => office[Symbol.asyncDispose]());

/** The sign-in is no part of a flow: nobody does it each time. */
async function signInAt(page: Page, name: string, path: string): Promise<void> {
  await signIn(page, name);
  await page.goto(`${office.url}${path}`);
}

/** Makes a token and goes to the list that has it. */
async function toTokens(page: Page): Promise<void> {
  await signInAt(page, "li", "/tokens");
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
    complaint: NOT_SIGNED_IN,
    prepare: (page) => signInAt(page, "li", "/people"),
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
      await page
        .getByRole("row", { name: /陈晨/ })
        .getByText(/in shop · until/)
        .waitFor();
    },
  },
  {
    ...USUAL_FLOWS.revoke,
    path: "/",
    complaint: NOT_SIGNED_IN,
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
    complaint: NOT_SIGNED_IN,
    prepare: (page) => signInAt(page, "wang", "/jobs/receipt"),
    async go(page) {
      const run = page.getByRole("button", { name: "Run now", exact: true });
      await run.waitFor();
      expect(await run.getAttribute("aria-disabled")).toBe("true");
      expect(await run.getAttribute("title")).toBe("You need the permission runs:trigger in app shop");
    },
  },
];

walkFlows(FLOWS, () => office.url);

import type { Page } from "playwright-core";
import { defineTriggeredJob } from "@mojob/core";
import { Identity } from "@mojob/identity";
import { systemClock } from "@mojob/core/ports";
import { createManagementApp } from "@mojob/http";
import { scryptHasher, timeCodes } from "@mojob/sign-in";
import { StateStoreInMemory } from "@mojob/memory";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const PASSWORD = "correct horse battery staple";

let url: string;
let identity: Identity;
const closers: (() => Promise<void>)[] = [];

/** A panel below `/ops`; resolves to its address and its people. */
async function startPanel(
  isRequired: boolean,
): Promise<{ readonly url: string; readonly identity: Identity }> {
  const receipt = defineTriggeredJob({ key: "receipt", name: "Send a receipt", execute: () => {} });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [receipt],
  });
  const people = new Identity({
    state: new StateStoreInMemory(),
    clock: systemClock,
    hasher: scryptHasher({ logN: 4, block: 8, parallel: 1 }),
    codes: timeCodes(),
    isRequired,
  });
  const management = createManagementApp(scheduler, { basePath: "/ops", identity: people });
  const server = await serve(new Hono().route("/ops", management).fetch, { hostname: "127.0.0.1", port: 0 });
  closers.push(server.close, management.close, close);
  return { url: server.url, identity: people };
}

beforeAll(async () => {
  ({ url, identity } = await startPanel(true));
});

afterAll(async () => {
  for (const close of closers) await close();
});

it("the first person is made by the link, invites another, gives a role for a day and a token to CI, and signs out everywhere", async () => {
  await using panel = await openPanel({ url, path: "/ops" });
  const { page } = panel;
  await page.getByText("Nobody can sign in yet").waitFor();
  const link = await identity.setUpLink();
  await page.goto(`${url}/ops/welcome#${link?.secret}`);
  await page.getByLabel("Name").fill("root");
  await page.getByLabel("New password").fill("passwordpassword");
  await page.getByRole("button", { name: "Choose and sign in" }).click();
  await page.getByText(/guessed early, nor contain/).waitFor();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Choose and sign in" }).click();
  await page.getByRole("button", { name: "Admin" }).click();
  await page.getByRole("link", { name: "People" }).click();

  await page.getByRole("button", { name: "Add a person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("li");
  await dialog.getByLabel("Shown as").fill("Li Na");
  await dialog.getByLabel("Role").selectOption("viewer");
  await dialog.getByLabel("Apps").fill("shpo");
  await dialog.getByLabel("Shown as").click();
  await dialog.getByText("No app is called shpo so far").waitFor();
  await dialog.getByLabel("Apps").press("Backspace");
  await dialog.getByLabel("Apps").fill("shop");
  await dialog.getByLabel("Apps").press("Enter");
  expect(await dialog.getByText("No app is called").count()).toBe(0);
  await dialog.getByRole("button", { name: "Add a person" }).click();
  const invited = page.getByRole("dialog", { name: "A link for li" });
  const invitation = await invited.getByLabel("Link", { exact: true }).inputValue();
  expect(invitation).toMatch(/\/ops\/welcome#mjb_\w+$/);
  await invited.getByRole("button", { name: "Close" }).last().click();

  await page.getByText("in shop", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Give a role to li" }).click();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /Operator/ })
    .check();
  await page.getByRole("dialog").getByLabel("Apps").fill("shop");
  await page.getByRole("dialog").getByRole("button", { name: "Until 18:00" }).click();
  await page.getByRole("dialog").getByLabel("Why").fill("INC-7");
  await page.getByRole("dialog").getByRole("button", { name: "Give", exact: true }).click();
  await page.getByText(/in shop · until/).waitFor();

  await page.getByRole("link", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: /^CI/ }).check();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("ci");
  await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
  const made = page.getByRole("dialog", { name: "The token ci" });
  const token = await made.getByLabel("Token", { exact: true }).inputValue();
  const sent = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const triggered = await fetch(`${url}/ops/api/v1/jobs/receipt/instances`, {
    method: "POST",
    headers: sent,
    body: "{}",
  });
  expect(triggered.status, await triggered.text()).toBe(202);
  expect((await fetch(`${url}/ops/api/v1/people`, { headers: sent })).status).toBe(403);
  await made.getByRole("button", { name: "I have it" }).click();

  await followPath(page, "/account", "/ops");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByLabel("Name or mail address").waitFor();

  await page.goto(invitation);
  await page.reload();
  await page.getByText("Choose the password of li").waitFor();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Choose and sign in" }).click();
  await page.getByRole("link", { name: "My account: Li Na" }).waitFor();
  await page.getByRole("button", { name: "Admin" }).click();
  expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
  await followPath(page, "/account", "/ops");
  await page.getByText(/in shop · until/).waitFor();
  expect(panel.complaints.filter((one) => !/40[013]/.test(one))).toEqual([]);
});

it("who makes themselves the first person on their own machine chooses a password at once, and is not locked out", async () => {
  const own = await startPanel(false);
  await using panel = await openPanel({ url: own.url, path: "/ops/people" });
  const { page } = panel;
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("li");
  expect(await page.getByRole("dialog").getByRole("checkbox").isChecked()).toBe(true);
  await page.getByRole("dialog").getByRole("button", { name: "Add a person" }).click();
  await page.getByText("Choose the password of li").waitFor();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Choose and sign in" }).click();
  await page.getByRole("link", { name: "My account: li" }).waitFor();
  expect((await fetch(`${own.url}/ops/api/v1/jobs`)).status).toBe(401);
});

/** The password is asked for again: a session alone puts no factor in force. */
async function putInForce(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Put it in force" });
  await page.locator("form").filter({ has: button }).getByLabel("Password of today").fill(PASSWORD);
  await button.click();
}

it("a wrong password is refused, and a second factor is asked for once it is set up", async () => {
  const { name } = await identity.people.add({ name: "wang" }, null);
  const { secret } = await identity.links.make({ kind: "password", person: name }, 60_000);
  await identity.signIn.redeem(
    secret,
    { password: PASSWORD },
    { address: null, agent: null, requestId: "test" },
  );
  await using panel = await openPanel({ url, path: "/ops" });
  const { page } = panel;
  const signIn = async (password: string): Promise<void> => {
    await page.getByLabel("Name or mail address").fill("wang");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await signIn("something else");
  await page.getByText("The name, the password or the code is wrong").waitFor();
  await signIn(PASSWORD);
  await page.getByRole("link", { name: "My account: wang" }).click();
  await page.getByRole("button", { name: "Set it up" }).click();
  const key = await page.locator("code").first().textContent();
  const codeNow = (): string => new TOTP({ secret: key ?? "" }).generate();
  await page.getByLabel("Code that the app shows").fill(codeNow());
  await putInForce(page);
  const recovery = (await page.locator("pre").first().textContent())?.split("\n")[0] ?? "";
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await signIn(PASSWORD);
  await page.getByLabel("Code", { exact: true }).fill(recovery);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "My account: wang" }).waitFor();
});

it("who has no second factor is led to set one up where the tenant requires it, and keeps the codes first", async () => {
  const own = await startPanel(true);
  await own.identity.people.add({ name: "root", isSuperadmin: true }, null);
  const { secret } = await own.identity.links.make({ kind: "password", person: "root" }, 60_000);
  await using panel = await openPanel({ url: own.url, path: `/ops/welcome#${secret}` });
  const { page } = panel;
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Choose and sign in" }).click();
  await page.getByRole("button", { name: "Admin" }).click();
  await page.getByRole("link", { name: "Tenant" }).click();
  // The program around this panel does not know what protects it.
  expect(await page.getByRole("link", { name: "Protection" }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("People need a second factor").check();
  await page.getByRole("button", { name: "Save" }).click();

  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  expect(await page.getByRole("link", { name: "Jobs" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Set it up" }).click();
  const key = await page.locator("code").first().textContent();
  await page.getByLabel("Code that the app shows").fill(new TOTP({ secret: key ?? "" }).generate());
  await putInForce(page);
  await page.getByText("each lets you in once without the phone").waitFor();
  await page.getByRole("button", { name: "I have kept the codes: go on" }).click();
  await page.getByText("Second factor required").waitFor();
});

it.each(["en", "zh"] as const)("its pages are read by everybody, on a phone too, in %s", async (language) => {
  const name = `phone-${language}`;
  await identity.people.add({ name, isSuperadmin: true }, null);
  const { secret } = await identity.links.make({ kind: "password", person: name }, 60_000);
  await using panel = await openPanel({
    url,
    path: "/ops/",
    language,
    viewport: { width: 390, height: 844 },
  });
  const { page } = panel;
  await page.locator("main").waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(`${url}/ops/welcome#${secret}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("input[type=password]").fill(PASSWORD);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator("button[type=submit]").click();
  await page.locator(".shell-main").waitFor();
  for (const path of ["people", "tokens", "account"]) {
    await followPath(page, `/${path}`, "/ops");
    await page.locator(".data-table, [data-empty]").first().waitFor();
    expect(await accessibilityFaults(page), path).toEqual([]);
    expect(await smallTargets(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});

it("shows whom the identity provider let in without a role which groups came and which have one", async () => {
  const reason = new URLSearchParams([
    ["sign-in", "no_access"],
    ["came", "others"],
    ["came", "/ops"],
    ["wanted", "ops"],
    ["claim", "groups"],
  ]);
  await using panel = await openPanel({ url, path: `/ops/#${reason.toString()}` });
  const alert = panel.page.getByRole("alert");
  await alert.waitFor();
  const text = await alert.innerText();
  expect(text).toContain("Your groups at the identity provider: others, /ops");
  expect(text).toContain("Groups that have a role: ops");
  await panel.page.goto(`${url}/ops/#sign-in=no_access&fault=too_many&claim=groups`);
  await panel.page.reload();
  await panel.page.getByText("too many for the claim groups").waitFor();
});

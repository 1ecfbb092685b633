import * as node from "@mojob/node";
import { openDeployment, type OpenedDeployment, parseConfiguration } from "@mojob/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

// What is wrong is noticed within half a minute.
vi.setConfig({ ...PATIENCE, testTimeout: 120_000 });
const NOTICED = { timeout: 60_000 };
const PASSWORD = "correct horse battery staple";

let deployment: OpenedDeployment;
let url: string;
const warnings: string[] = [];

beforeAll(async () => {
  const configuration = parseConfiguration({
    MOJOB_STORE: "memory:",
    MOJOB_PORT: "0",
    MOJOB_PEOPLE: "true",
    MOJOB_SHUTDOWN_GRACE_MS: "0",
  });
  const platform = {
    ...node,
    guardStrayErrors: () => ({
      scope: { run: <T>(_: string, work: () => T): T => work() },
      close: () => {},
    }),
  };
  deployment = await openDeployment(configuration, {
    platform,
    jobs: [],
    onWarning: (warning) => void warnings.push(warning),
  });
  url = deployment.url ?? "";
});
afterAll(() => deployment.close());

it("a token that is used and ends is an alarm, which leads to where it is rotated", async () => {
  const setUp = warnings.find((one) => one.includes("/welcome#"))?.match(/https?:\S+/)?.[0] ?? "";
  await using panel = await openPanel({ url, path: new URL(setUp).pathname });
  const { page } = panel;
  await page.goto(setUp);
  await page.reload();
  await page.getByLabel("Name").fill("root");
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Choose and sign in" }).click();
  await page.getByRole("link", { name: "My account: root" }).waitFor();
  const made = await page.evaluate(
    async (expires) => {
      const response = await fetch("/api/v1/tokens", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: "ci", kind: "service", role: "viewer", expires }),
      });
      return (await response.json()) as { readonly text: string };
    },
    new Date(Date.now() + 2000).toISOString(),
  );
  const used = await fetch(`${url}/api/v1/jobs`, { headers: { Authorization: `Bearer ${made.text}` } });
  expect(used.status).toBe(200);

  await page.getByRole("link", { name: /^Alarms: \d+ open$/ }).waitFor(NOTICED);
  await followPath(page, "/incidents");
  await page
    .getByText(/The service token ci \(user:root\) expire[sd] at .*: rotate it under Tokens/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "ci", exact: true }).click();
  await page.getByRole("heading", { name: "Tokens", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Rotate ci" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "I have it" }).click();
});

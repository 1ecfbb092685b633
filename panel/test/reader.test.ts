import type { Locator, Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { SETTLEMENT } from "./glance-tasks.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask } from "./task-jobs.ts";

// Somebody who has never seen a workflow opens the run of it that failed, and reads: no click, and nothing is scrolled.

vi.setConfig(PATIENCE);

const SCREEN = { width: 1440, height: 900 } as const;
const isOver = ({ state }: { readonly state: string }): boolean =>
  ["Succeeded", "Terminated"].includes(state);

let url: string;
let client: RunClient;
let failed: string;
servePanel({ withNodeJobs: true, withHostile: false }, async (server) => {
  url = server.url;
  client = createRunClient(url);
  await createTask(client, "shops.settle", SETTLEMENT);
  for (const args of [{ month: "2026-09", countMs: 300 }, { month: "2026-10", countMs: 300 }, {}]) {
    const { id } = await client.trigger("shops.settle", { args });
    await client.until(id, isOver);
    failed = id;
  }
});

/** Whether something is seen as it is: within the screen, and nothing is before it. */
function isSeen(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right === left) return false;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return there !== null && (element.contains(there) || there.contains(element));
  });
}

interface Answer {
  readonly question: string;
  readonly by: (page: Page) => readonly Locator[];
}

const why = (page: Page): Locator => page.getByRole("region", { name: "Why it failed" });
const causes = (page: Page): Locator =>
  why(page).getByRole("list", { name: "What its failed items have in common" });

const ANSWERS: readonly Answer[] = [
  {
    question: "which node failed, and why?",
    by: (page) => [
      why(page).getByRole("heading", { name: /^Failed at Settle the shops · item 0 north-1$/ }),
      why(page).getByText("The ledger of north-1 has no month 2026-13: HTTP 404").first(),
    ],
  },
  {
    question: "with which value?",
    by: (page) => [why(page).getByText("month = 2026-13 (default)")],
  },
  {
    question: "what did its failure keep back?",
    by: (page) => [
      why(page).getByText(
        "4 nodes kept back: Post to the bank, File the tax return, Close the month, Mail the owners",
      ),
    ],
  },
  {
    question: "what can be done about it?",
    by: (page) => [
      why(page).getByRole("button", { name: "Run 5 again" }),
      why(page).getByRole("button", { name: "Change month and go on…" }),
      why(page).getByRole("button", { name: "Mark as done…" }),
    ],
  },
  {
    question: "what do the items that failed have in common?",
    by: (page) => [
      why(page).getByText("47 of 47 items failed:"),
      causes(page).getByText(/34 × .*HTTP 404 \(all north-\*\)/),
      causes(page).getByText(/13 × Timed out after 3 s \(all slow-\*\)/),
    ],
  },
];

const DURATIONS: Answer = {
  question: "how long did it take, and which node took longest?",
  by: (page) => [
    page.getByText(
      /^Took [\d.]+ s \(usually [\d.]+ m?s\) · longest: Count the stock, 1\.\d s \(usually \d+ ms\)$/,
    ),
  ],
};

async function expectAnswers(page: Page, answers: readonly Answer[]): Promise<void> {
  for (const { question, by } of answers)
    for (const answer of by(page)) {
      await answer.waitFor();
      await expect.poll(() => isSeen(answer), { message: `${question} ${String(answer)}` }).toBe(true);
    }
}

it("the first screen of a failed run says what somebody asks who has never seen it", async () => {
  await using panel = await openPanel({ url, path: pathOf(failed), viewport: SCREEN });
  await expectAnswers(panel.page, [...ANSWERS, DURATIONS]);
  expect(await panel.page.evaluate(() => scrollY)).toBe(0);
  expect(panel.complaints).toEqual([]);
});

it("the first screen of the inbox says it, too, after one click, and leads to the run", async () => {
  await using panel = await openPanel({ url, path: "/inbox", viewport: SCREEN });
  const { page } = panel;
  const lines = page.getByRole("list", { name: "What is wrong" }).getByRole("listitem");
  await lines.filter({ hasText: "shops.settle" }).first().getByRole("button").last().click();
  await expectAnswers(page, ANSWERS);
  await why(page).getByRole("button", { name: "Settle the shops" }).click();
  await page.waitForURL(`**${pathOf(failed)}?**node=settle**`);
  expect(panel.complaints).toEqual([]);
});

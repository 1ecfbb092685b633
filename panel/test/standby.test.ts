import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { ownAdapter } from "@mojob/test-services/own-adapter";
import { expect, it, vi } from "vitest";
import { englishSentences } from "./english-sentences.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

it("a process that stands by says so on every page until it takes over", async () => {
  const adapter = await ownAdapter();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory();
  const start = (host: string): Promise<Embedded> =>
    startEmbedded({
      features: FEATURES,
      app: "shop",
      jobs: [defineTriggeredJob({ key: "mail.send", name: "Send mail", execute: () => {} })],
      store,
      state,
      whenHeld: "wait",
      runtime: { ...adapter.runtimeInfo(), host },
    });
  const first = await start("blue");
  const second = await start("green");
  const app = createManagementApp(second.scheduler);
  const server = await adapter.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
  try {
    await using panel = await openPanel({ url: server.url, path: "/overview" });
    const { page } = panel;
    const notice = page.getByRole("status").filter({ hasText: "This process stands by" });
    await notice.getByText(/Jobs are run by · process \d+ · blue · since/).waitFor();
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitemradio", { name: "中文" }).click();
    const chinese = page.getByRole("status").filter({ hasText: "本进程处于备用状态" });
    await chinese.getByText(/任务运行于 · 进程 \d+ · blue · 启动于/).waitFor();
    expect(await englishSentences(page)).toEqual([]);
    await page.getByRole("button", { name: "语言" }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.getByRole("link", { name: "Send mail", exact: true }).waitFor();
    await notice.waitFor();
    await first.close();
    await notice.waitFor({ state: "detached" });
    expect(panel.complaints).toEqual([]);
  } finally {
    await server.close();
    await app.close();
    await second.close();
    await first.close();
  }
});

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { type CreateJobRequest, parseKeyRing } from "@mojob/core/engine";
import { noticeRunner } from "@mojob/notice-runner";
import { NoticeService } from "@mojob/notice-runner/work";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

const requestsOf = (page: string): readonly CreateJobRequest[] =>
  blocks(page, "json").map((text) => JSON.parse(text) as CreateJobRequest);

function servicesOf(page: string): ReadonlySet<unknown> {
  return new Set(requestsOf(page).map(({ work }) => (work as { readonly service: string }).service));
}

describe("docs/notices.md", () => {
  it("has an example for each service, and the Chinese page for those of China", () => {
    expect(servicesOf("notices.md")).toEqual(new Set(Object.values(NoticeService)));
    for (const service of ["dingtalk", "wecom", "feishu", "mail"])
      expect(servicesOf("notices.zh-CN.md")).toContain(service);
  });

  it("has a program that runs as it is written", { timeout: 60_000 }, async () => {
    const programs = blocks("notices.md", "ts");
    expect(programs).toHaveLength(1);
    const inMemory = programs[0]?.replaceAll("jobs: [],", "jobs: [], inMemory: true,");
    const words = ["--input-type=module-typescript", "--eval", `${inMemory}\nprocess.exit(0);`];
    await run(`${ROOT}node_modules/.bin/node`, words, { cwd: ROOT });
  });

  const pages = ["notices.md", "notices.zh-CN.md"];

  it.each(pages)(
    "has in %s jobs that are created as they are written, and that a route takes",
    async (page) => {
      const { scheduler, close } = await startEmbedded({
        features: FEATURES,
        app: "ops",
        jobs: [],
        inMemory: true,
        runners: [noticeRunner({ mail: { url: "smtps://mail.example.com" } })],
      });
      try {
        for (const request of requestsOf(page)) {
          const { definition } = await scheduler.jobs.create(request);
          expect(definition.work).toEqual(request.work);
        }
        const routes = requestsOf(page).map(({ key }, index) => ({ id: `route-${index}`, job: key }));
        expect((await scheduler.alarms.replaceRoutes(routes, 0)).routes).toHaveLength(routes.length);
      } finally {
        await close();
      }
    },
  );

  it.each(pages)("has in %s jobs whose messages arrive, once each service is in reach", async (page) => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(new URL(request.url ?? "", "http://localhost").pathname);
      request.resume().on("end", () => response.end('{"errcode":0,"code":0}'));
    });
    await new Promise<void>((listens) => void server.listen(0, "127.0.0.1", listens));
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { scheduler, close } = await startEmbedded({
      features: FEATURES,
      app: "ops",
      jobs: [],
      inMemory: true,
      keys: parseKeyRing(`k1 ${btoa("k".repeat(32))}`),
      runners: [noticeRunner({ allow: ["127.0.0.1"] })],
      hooks: { onRunEnd: () => {} },
    });
    try {
      const texts = blocks(page, "json").filter((text) => !text.includes('"service": "mail"'));
      const names = texts.flatMap((text) =>
        [...text.matchAll(/secrets\.(\w+)/g)].map(([, name = ""]) => name),
      );
      for (const name of new Set(names)) await scheduler.secrets.create("ops", name, valueOf(name, own));
      for (const text of texts) {
        const { work, ...request } = JSON.parse(text) as CreateJobRequest & {
          readonly work: { url?: string };
        };
        const url = work.url?.replace(/^https:\/\/[^/]+/, own) ?? `${own}/v2/enqueue`;
        await scheduler.jobs.create({ ...request, work: { ...work, url } });
        const { id } = await scheduler.trigger(request.key, {
          event: "opened",
          text: "Warning: ledger.close: A run failed",
          incidents: [
            { id: "run_failed:ledger.close:1", jobKey: "ledger.close", text: "A run failed", error: "Full" },
          ],
        });
        expect(await scheduler.ended(id)).toMatchObject({ state: "Succeeded", attempt: 1 });
      }
      expect(paths).toHaveLength(texts.length);
    } finally {
      await close();
      server.close();
    }
  });
});

/** Some secrets are a whole address, and one is the key of a signature. */
function valueOf(name: string, address: string): string {
  if (name === "WEBHOOK_KEY") return `whsec_${btoa("k".repeat(32))}`;
  return /URL|WORKFLOW/.test(name) ? `${address}/whole` : "0123456789abcdef";
}

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { defineTriggeredJob } from "@mojob/core";
import * as node from "@mojob/node";
import { openDeployment, parseConfiguration } from "@mojob/server";
import { ROOT } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const TOKEN = "a-token-of-people-page-tests";
const report = defineTriggeredJob({ key: "shop.report", execute: () => null });
const PAGES = ["people.md", "people.zh-CN.md"];

function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
  return [...text.matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)^ *\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

/** The variables that a block of a page starts the server with. */
function variablesOf(block: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...block.matchAll(/\b(MOJOB_\w+)=(?:'([^']*)'|(\S+))/g)].map(([, name = "", quoted, plain = ""]) => [
      name,
      quoted ?? plain,
    ]),
  );
}

describe("docs/people.md", () => {
  it("has the same commands in both languages", () => {
    expect(blocks("people.zh-CN.md", "sh")).toEqual(blocks("people.md", "sh"));
  });

  it("starts the server with variables that it reads", () => {
    const starts = blocks("people.md", "sh").filter((block) => block.includes("npm start"));
    expect(starts).toHaveLength(3);
    const [, , oidc] = starts.map((block) => parseConfiguration(variablesOf(block)).people);
    expect(oidc?.oidc?.roles).toEqual({
      platform: [{ role: "admin", tenant: "*", apps: null }],
      "ledger-team": [
        { role: "operator", tenant: "default", apps: ["ledger"] },
        { role: "viewer", tenant: "default", apps: null },
      ],
    });
  });

  it.each(PAGES)(
    "has in %s requests that are done as they are written",
    { timeout: 60_000 },
    async (page) => {
      const deployment = await openDeployment(
        parseConfiguration({
          MOJOB_PORT: "0",
          MOJOB_STORE: "memory:",
          MOJOB_APP: "shop",
          MOJOB_PEOPLE: "true",
          MOJOB_TOKEN: TOKEN,
          MOJOB_EXECUTORS: "{}",
        }),
        { platform: node, jobs: [report], onWarning: () => {} },
      );
      try {
        const curl = async (command: string, made: string): Promise<string> => {
          const line = command
            .replaceAll("https://jobs.example.com", String(deployment.url))
            .replaceAll(/mj[sw]_…/g, made);
          const { stdout } = await run("bash", ["-c", line.replace("curl", "curl -sS --fail-with-body")], {
            env: { ...process.env, TOKEN },
          });
          return stdout;
        };
        await curl(
          `curl ${deployment.url}/api/v1/people -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"name":"wang"}'`,
          "",
        );
        const outputs: string[] = [];
        for (const block of blocks(page, "sh").filter((one) => one.startsWith("curl"))) {
          let made = "";
          for (const command of block.split(/\n(?=curl)/)) {
            const output = await curl(command, made);
            made = /mj[sw]_\w+/.exec(output)?.[0] ?? made;
            outputs.push(output);
          }
        }
        const [role, , metrics, , triggeredRun, , registered] = outputs;
        expect(outputs).toHaveLength(7);
        expect(JSON.parse(role ?? "")).toMatchObject({ role: "operator", apps: ["ledger"], reason: "INC-7" });
        expect(metrics).toContain("mojob_scheduler_up");
        expect(JSON.parse(triggeredRun ?? "")).toMatchObject({ instance: { trigger: { by: "token:ci" } } });
        expect(JSON.parse(registered ?? "")).toMatchObject({ heartbeatMs: expect.any(Number) as number });
      } finally {
        await deployment.close();
      }
    },
  );
});

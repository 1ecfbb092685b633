import { readFile } from "node:fs/promises";
import process from "node:process";
import { findingText, FireComparison, planImport, takeTurns } from "@mojob/importers";
import { localToken } from "../../client/src/call/local-token.ts";
import { type ImportArguments, readArguments, USAGE } from "./arguments.ts";
import { type Preview, printPreview, printResults, type Result } from "./print.ts";

// Reads another scheduler's jobs, compares their fires, and imports them when asked to.

async function run(): Promise<number> {
  const words = process.argv.slice(2);
  if (words.length === 0 || words.includes("--help")) {
    console.log(USAGE);
    return words.length === 0 ? 2 : 0;
  }
  const asked = readArguments(words);
  const text = await readFile(asked.file, "utf8");
  const preview =
    asked.url === undefined ? await compareHere(asked, text) : await call<Preview>(asked, "preview", text);
  const chosen = preview.jobs.filter(({ id }) => asked.only?.includes(id) ?? true);
  printPreview({ ...preview, jobs: chosen });
  if (!asked.isApplied) return preview.mistakes.length > 0 ? 1 : 0;
  const choices = chosen.map(({ id }) => ({ id, onClash: asked.onClash }));
  const { results } = await call<{ results: readonly Result[] }>(asked, "apply", text, { choices });
  printResults(results);
  return results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

/** The preview without a scheduler: what is there already is not known. */
async function compareHere(
  { source, timeZone, app, anyExitCode, locale }: ImportArguments,
  text: string,
): Promise<Preview> {
  const plan = planImport({
    source,
    text,
    timeZone,
    ...(app !== undefined && { app }),
    anyExitCode,
    locale,
  });
  const comparison = new FireComparison(new Date(), plan.jobs.length);
  const jobs: Preview["jobs"][number][] = [];
  for (const planned of plan.jobs) {
    const { source: job, key, schedule, findings, request } = planned;
    const proof = await takeTurns(comparison.prove(planned));
    jobs.push({
      id: job.id,
      key,
      clash: "none",
      importable: request !== null,
      cron: schedule?.cron ?? null,
      everyMs: schedule?.everyMs ?? null,
      timeZone: schedule?.timeZone ?? null,
      findings: findings.map(({ code, parameters, level }) => ({
        level,
        message: findingText(code, parameters, locale),
      })),
      proof: proof && {
        ...proof,
        differences: proof.differences.map(({ at, only }) => ({ at: at.toISOString(), only })),
        to: proof.to.toISOString(),
        comparedUntil: proof.comparedUntil.toISOString(),
      },
    });
  }
  const mistakes = plan.mistakes.map(({ line, code, parameters }) => ({
    line,
    message: findingText(code, parameters, locale),
  }));
  return { jobs, mistakes };
}

async function call<Answer>(
  { url, source, timeZone, app, anyExitCode, locale }: ImportArguments,
  path: string,
  text: string,
  more: object = {},
): Promise<Answer> {
  const token = process.env["MOJOB_TOKEN"] ?? (url === undefined ? null : localToken(url));
  const response = await fetch(`${url}/api/v1/import/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      source,
      text,
      timeZone,
      ...(app !== undefined && { app }),
      ...(anyExitCode && { anyExitCode }),
      locale,
      ...more,
    }),
  });
  const answer = (await response.json()) as Answer & { readonly detail?: string };
  if (!response.ok) throw new Error(answer.detail ?? `The scheduler responded with ${response.status}`);
  return answer;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? messageOf(error) : String(error));
  process.exitCode = 2;
}

function messageOf(error: Error): string {
  if (!("parameters" in error && "code" in error)) return error.message;
  const { code, parameters } = error as unknown as {
    code: Parameters<typeof findingText>[0];
    parameters: { line?: number };
  };
  const line = parameters.line === undefined ? "" : `Line ${parameters.line}: `;
  return line + findingText(code, parameters, "en");
}

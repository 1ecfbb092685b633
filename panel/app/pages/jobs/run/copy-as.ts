import { type RunFormValues, runBody } from "./run-form-values.ts";

export interface CopyAsOptions {
  readonly jobKey: string;
  readonly tenant: string;
  readonly request: RunFormValues;
  /** Where the run is asked for. */
  readonly url: string;
  /** The API asks for a token. */
  readonly isTokenNeeded: boolean;
}

/** The run as a command of a shell. */
export function asCurl({ url, request, isTokenNeeded }: CopyAsOptions): string {
  return [
    `curl -X POST ${shellQuote(url)}`,
    ...(isTokenNeeded ? ['-H "Authorization: Bearer $MOJOB_TOKEN"'] : []),
    "-H 'Content-Type: application/json'",
    `--data-raw ${shellQuote(runBody(request))}`,
  ].join(" \\\n  ");
}

/** The run in a program that has the scheduler. */
export function asTypeScript({ jobKey, request }: CopyAsOptions): string {
  const { argsText, delayMs, runAt, priority } = request;
  const lines = [
    argsText !== null && `args: ${indent(sourceOf(argsText))},`,
    delayMs !== undefined && `delayMs: ${delayMs},`,
    runAt !== undefined && `runAt: new Date(${JSON.stringify(runAt)}),`,
    priority !== undefined && `priority: ${priority},`,
  ].filter((line) => line !== false);
  const options = lines.length === 0 ? "{}" : `{\n${lines.map((line) => `  ${line}\n`).join("")}}`;
  return `await scheduler.instances.trigger(${JSON.stringify(jobKey)}, ${options});`;
}

/** The run as Temporal's own command starts it. */
export function asTemporal({ jobKey, tenant, request }: CopyAsOptions): string {
  const { argsText, priority } = request;
  return [
    "temporal workflow start --type runJobInstance",
    `--task-queue ${shellQuote(`mojob:${tenant}`)}`,
    // Outside the default tenant the id says the tenant.
    ...(tenant === "default" ? [] : [`--workflow-id ${shellQuote(`${tenant}|`)}"$(uuidgen)"`]),
    `--input ${shellQuote(runBody({ argsText, priority }, { jobKey }))}`,
  ].join(" \\\n  ");
}

/** One word for any POSIX shell, whatever is in it. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** In an object literal `__proto__` is not a member, as it is in JSON. */
function sourceOf(json: string): string {
  return json
    .trim()
    .replaceAll(/"(?:[^"\\]|\\.)*"(?=\s*:)/g, (name) =>
      JSON.parse(name) === "__proto__" ? '["__proto__"]' : name,
    );
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

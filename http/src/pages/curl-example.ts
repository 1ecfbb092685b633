import type { OpenApiOperation } from "../openapi/openapi-document.ts";

const SAMPLE_VALUES: Readonly<Record<string, string>> = {
  key: "ledger/close",
  id: "ledger/close@2026-01-31T01:00:00.000Z",
};

/** One call of an operation, ready for a shell. */
export function curlExample(
  origin: string,
  path: string,
  method: string,
  operation: OpenApiOperation,
): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(SAMPLE_VALUES[name] ?? name),
  );
  const lines = [`curl ${optionOf(path, method)}${shellQuote(origin + url)}`];
  if (operation.security === undefined) lines.push('-H "Authorization: Bearer $MOJOB_TOKEN"');
  if (operation.parameters?.some(({ name }) => name === "If-Match")) lines.push(`-H 'If-Match: "1"'`);
  if (operation.parameters?.some(({ name }) => name === "Idempotency-Key")) {
    lines.push("-H 'Idempotency-Key: close-2026-01'");
  }
  const media = operation.requestBody?.content["application/json"];
  if (media) {
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d ${shellQuote(JSON.stringify(media.example ?? {}))}`,
    );
  }
  return lines.join(" \\\n  ");
}

function optionOf(path: string, method: string): string {
  if (path.endsWith("/events")) return "-N ";
  return method === "GET" ? "" : `-X ${method} `;
}

/** The origin comes from the caller: nothing in it may end the quotes. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

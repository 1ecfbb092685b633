import { reportWarning } from "@mojob/core/engine";

/** The response where a handler threw: a problem (RFC 9457) that says nothing of the error, which is written to the console's error stream. */
export function failedRequest(error: unknown): Response {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [first = "", place = ""] = stack.split("\n");
  reportWarning(`A request failed, because its handler threw: ${first} ${place.trim()}`);
  const problem = {
    type: "urn:mojob:problem:internal_error",
    title: "Internal error",
    status: 500,
    detail: "The request failed for a reason on the server's side, which stands in its error stream",
    code: "internal_error",
  };
  return new Response(JSON.stringify(problem), {
    status: 500,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
  });
}

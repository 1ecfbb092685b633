import process from "node:process";

// The container's health check: exits with 0 where its program responds.

const ANSWER_WITHIN_MS = 4000;

try {
  const given = process.env["MOJOB_PORT"] ?? "";
  // A container platform may put the address of a Service there, which the program ignores, too.
  const port = /^\d+$/.test(given) ? given : "7788";
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const { status } = await fetch(`http://127.0.0.1:${port}/livez`, { signal });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}

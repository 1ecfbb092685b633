import { startMongodb } from "./mongodb.ts";
import { startTemporal } from "./temporal.ts";

// Starts what tests and development need and says where it is; Ctrl-C ends it and removes its data.

const stop = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
});
await using mongodb = await startMongodb();
await using temporal = await startTemporal();
const runtime = `temporal://${temporal.address}/${temporal.namespace}`;
process.stdout.write(
  [
    `MongoDB    ${mongodb.url}   (${mongodb.name})`,
    `Temporal   ${temporal.address}   (${temporal.name})`,
    "",
    `  MOJOB_STORE="${mongodb.url}" npm start`,
    `  MOJOB_STORE="${mongodb.url}" MOJOB_RUNTIME="${runtime}" npm start`,
    "",
    "Ctrl-C ends it and removes its data",
    "",
  ].join("\n"),
);
// A promise alone does not keep the process alive.
const alive = setInterval(() => {}, 60_000);
await stop;
clearInterval(alive);

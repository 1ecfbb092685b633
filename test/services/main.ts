import { parseArgs } from "node:util";
import { startMongodb } from "./mongodb/mongodb.ts";
import { startTemporal } from "./temporal/temporal.ts";

// Starts what tests and development need and prints where it is; Ctrl-C ends it and removes its data.

const { values } = parseArgs({ options: { temporal: { type: "string", default: "development" } } });
const { temporal: server } = values;
if (server !== "development" && server !== "postgres") {
  process.stderr.write(
    `Cannot start a Temporal server of kind "${server}": "development" or "postgres" is wanted\n`,
  );
  process.exit(2);
}
const stop = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
});
await using mongodb = await startMongodb();
await using temporal = await startTemporal(server === "postgres" ? { server } : {});
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

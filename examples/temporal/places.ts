import process from "node:process";
import { type Configuration, parseConfiguration } from "@mojob/server";

/** Where the servers are; `npm run services` starts both and prints it. */
export function readPlaces(): Configuration {
  const { TEMPORAL_ADDRESS = "127.0.0.1:7233", TEMPORAL_NAMESPACE = "default", ...env } = process.env;
  return parseConfiguration({
    MOJOB_STORE: "mongodb://127.0.0.1:27017/mojob",
    MOJOB_RUNTIME: `temporal://${TEMPORAL_ADDRESS}/${TEMPORAL_NAMESPACE}`,
    ...env,
  });
}

import process from "node:process";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";
import type { TemporalOptions } from "@mojob/runtime-temporal";

/** Where the servers are; `npm run services` starts both and says so. */
export const temporal: TemporalOptions = {
  address: process.env["TEMPORAL_ADDRESS"] ?? "127.0.0.1:7233",
  namespace: process.env["TEMPORAL_NAMESPACE"] ?? "default",
};

export function openStores(): Promise<MongodbStores> {
  return connectMongodb(process.env["MOJOB_STORE"] ?? "mongodb://127.0.0.1:27017/mojob");
}

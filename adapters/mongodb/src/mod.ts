export { connectMongodb, type MongodbStores } from "./connect-mongodb.ts";
export type { MongodbOptions } from "./connection/mongodb-options.ts";

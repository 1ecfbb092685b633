export { connectMongodb, type MongodbStores } from "./connect-mongodb.ts";
export type { MongodbOptions } from "./mongodb-options.ts";

export { connectMongodb, type MongodbOptions, type MongodbStores } from "./connect-mongodb.ts";
export type { MongodbConnectionOptions } from "./mongodb-connection.ts";

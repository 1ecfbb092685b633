export type * from "./api/operations.ts";

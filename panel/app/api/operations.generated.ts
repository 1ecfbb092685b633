// The API's types are those of its client.
export type * from "@mojob/client/operations";

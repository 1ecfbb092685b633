import { isMoJobError, MoJobErrorCode } from "@mojob/core/ports";
import { MongoBulkWriteError, MongoDriverError, MongoNetworkError, MongoServerError } from "mongodb";
import { describe, expect, test } from "vitest";
import { toStoreError } from "./store-error.ts";

class MongoWaitQueueTimeoutError extends MongoDriverError {
  override get name(): string {
    return "MongoWaitQueueTimeoutError";
  }
}

/** As the driver wraps what cut a bulk write short. */
function cutShort(by: object): MongoBulkWriteError {
  return new MongoBulkWriteError(Object.assign(new MongoNetworkError("cut short"), by), {} as never);
}

describe("toStoreError()", () => {
  test.each([
    ["a connection that broke", new MongoNetworkError("connection closed")],
    ["a server that shuts down", new MongoServerError({ message: "interrupted", code: 11_600 })],
    [
      "a server that says asking again may help",
      new MongoServerError({ message: "busy", code: 112, errorLabels: ["RetryableWriteError"] }),
    ],
    ["a bulk write whose connection broke", cutShort({})],
    ["a bulk write whose socket the server had ended", cutShort({ code: "EPIPE" })],
    ["a socket the driver did not wrap", Object.assign(new Error("write EPIPE"), { code: "EPIPE" })],
    ["no connection that came free", new MongoWaitQueueTimeoutError("Timed out")],
  ])("says of %s that the store is away", (_, error) => {
    const told = toStoreError("read runs", error);
    expect(isMoJobError(told, MoJobErrorCode.StoreUnavailable)).toBe(true);
    expect(told).toMatchObject({ cause: error });
  });

  test.each([
    ["a key that is taken", new MongoServerError({ message: "E11000", code: 11_000 })],
    ["a bulk write the server refused", cutShort({ code: 13 })],
    ["a file that is not there", Object.assign(new Error("ENOENT"), { code: "ENOENT" })],
    ["a mistake of ours", new TypeError("undefined is not a function")],
  ])("leaves %s as it is", (_, error) => {
    expect(toStoreError("read runs", error)).toBe(error);
  });
});

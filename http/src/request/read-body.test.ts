import { describe, expect, it } from "vitest";
import { readJsonBody } from "./read-body.ts";

function request(body: string | null, length: number): Request {
  return new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": String(length) },
    body,
  });
}

describe("readJsonBody()", () => {
  it("reads a body of the length that was announced", async () => {
    expect(await readJsonBody(request('{"args":1}', 10))).toEqual({ args: 1 });
    expect(await readJsonBody(request(null, 0))).toEqual({});
  });

  it.each([
    ["nothing came", null],
    ["nothing but its beginning came", "{"],
    ["what came is JSON by itself", "{}"],
  ])("refuses a body that was cut short where %s", async (_what, body) => {
    await expect(readJsonBody(request(body, 10))).rejects.toThrow("the connection closed before its end");
  });
});

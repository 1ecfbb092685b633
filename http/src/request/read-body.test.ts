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

  it("compares a body with its digest, where there is one", async () => {
    const read = (digest: string): Promise<unknown> =>
      readJsonBody(
        new Request("http://127.0.0.1", {
          method: "POST",
          headers: { "Content-Type": "application/json", "Content-Digest": digest },
          body: '{"hello": "world"}',
        }),
      );
    // RFC 9530, appendix B.
    const right = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
    expect(await read(right)).toEqual({ hello: "world" });
    for (const wrong of [
      right.replace("X", "Y"),
      `${right}, ${right}`,
      "sha-512=:AA==:",
      "sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=",
      "",
    ])
      await expect(read(wrong), wrong).rejects.toMatchObject({ status: 400 });
  });
});

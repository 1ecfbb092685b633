import { describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { callApi } from "./call-api.ts";
import { parseExactJson } from "../base/exact-json.ts";

vi.stubGlobal("document", { baseURI: "https://example.com/tools/mojob/" });

function answering(
  body: string,
  init: ResponseInit = {},
): { readonly send: typeof fetch; readonly sent: Request[] } {
  const sent: Request[] = [];
  const send = (input: string | URL | Request, options?: RequestInit): Promise<Response> => {
    sent.push(new Request(input, options));
    return Promise.resolve(new Response(body, init));
  };
  return { send, sent };
}

describe("callApi()", () => {
  it("calls below the panel's root, with keys and filters encoded and what is not there left out", async () => {
    const { send, sent } = answering('{"items":[],"nextCursor":null}');
    await callApi(
      "listJobInstances",
      {
        path: { key: "ledger/close" },
        query: { state: ["Failed", "Skipped"], search: "a&b", cursor: undefined },
      },
      { fetch: send, language: "zh" },
    );
    expect(sent[0]?.url).toBe(
      "https://example.com/tools/mojob/api/v1/jobs/ledger%2Fclose/instances?state=Failed%2CSkipped&search=a%26b",
    );
    expect(sent[0]?.headers.get("Accept-Language")).toBe("zh");
    expect(sent[0]?.headers.get("MoJob-Client")).toBe("panel");
  });

  it("names each member of a filter by arguments", async () => {
    const { send, sent } = answering('{"items":[],"nextCursor":null}');
    await callApi(
      "listInstances",
      { query: { args: { userId: "1007", day: "a b" }, limit: 5 } },
      { fetch: send, language: "zh" },
    );
    expect(new URL(sent[0]?.url ?? "").search).toBe("?args.userId=1007&args.day=a+b&limit=5");
  });

  it("sends an edit with the revision it is meant for, and what was typed as it was typed", async () => {
    const { send, sent } = answering("{}");
    await callApi("updateJob", { path: { key: "a" }, body: { retryCount: 2 } }, { fetch: send, ifMatch: 7 });
    expect([sent[0]?.method, sent[0]?.headers.get("If-Match"), await sent[0]?.text()]).toEqual([
      "PATCH",
      '"7"',
      '{"retryCount":2}',
    ]);
    const rawBody = '{ "args": 9007199254740993 }';
    await callApi("triggerJob", { path: { key: "a" } }, { fetch: send, rawBody });
    expect(await sent[1]?.text()).toBe(rawBody);
  });

  it("throws what the API refused for", async () => {
    const problem = {
      status: 412,
      code: "stale_revision",
      title: "Stale",
      detail: "It is at 3",
      revision: 3,
    };
    const { send } = answering(JSON.stringify(problem), {
      status: 412,
      headers: { "Content-Type": "application/problem+json" },
    });
    const error = await callApi("getJob", { path: { key: "a" } }, { fetch: send }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: "problem", status: 412, message: "It is at 3", problem });
  });

  it.each([
    ["nobody answers", () => Promise.reject(new TypeError("Failed to fetch")), "offline"],
    ["a gateway answers", () => Promise.resolve(new Response("<html>", { status: 502 })), "offline"],
    ["another server answers", () => Promise.resolve(new Response("<html>", { status: 404 })), "foreign"],
    ["a page answers", () => Promise.resolve(new Response("<html>")), "foreign"],
  ])("tells it when %s", async (_name, send, kind) => {
    await expect(callApi("getOverview", {}, { fetch: send })).rejects.toMatchObject({
      name: "ApiError",
      kind,
    });
  });
});

describe("parseExactJson()", () => {
  it("keeps every number as it is written", () => {
    const text =
      '{"a":9007199254740993,"b":[123456789012345678901234567890,9007199254740992],"c":1.5,"d":"1"}';
    const parsed = parseExactJson(text);
    expect(JSON.stringify(parsed)).toBe(text);
    expect(parsed).toMatchObject({ c: 1.5, d: "1" });
  });
});

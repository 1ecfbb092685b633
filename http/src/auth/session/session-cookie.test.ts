import { describe, expect, it } from "vitest";
import { cookieNameOf, cookiesOf } from "./session-cookie.ts";

const NAME = "mojob_session";
const send = (url: string, headers: Record<string, string>): Request => new Request(url, { headers });
const read = (url: string, Cookie: string, headers: Record<string, string> = {}, path = "/") =>
  cookiesOf(send(url, { Cookie, ...headers }), NAME, path);

describe("cookiesOf()", () => {
  const BOTH = `${NAME}=planted; __Host-${NAME}=own`;

  it("over TLS counts the cookie that no other host can set, and it alone", () => {
    expect(read("https://jobs.example.com/", BOTH)).toEqual(["own"]);
    expect(read("https://jobs.example.com/", `${NAME}=planted`)).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ["the page's origin", { Origin: "https://jobs.example.com" }],
    ["the proxy", { "X-Forwarded-Proto": "https" }],
    ["the browser, which says from which site it comes over TLS alone", { "Sec-Fetch-Site": "same-origin" }],
  ])("knows by %s that it came over TLS", (_by, headers) => {
    expect(read("http://jobs.example.com/", `${NAME}=planted`, headers)).toEqual([]);
    expect(cookieNameOf(send("http://jobs.example.com/", headers), NAME, "/")).toBe(`__Host-${NAME}`);
  });

  it("never lets a plain one stand beside it", () => {
    expect(read("http://jobs.example.com/", BOTH)).toEqual(["own"]);
  });

  it("reads the plain name on this machine, over plain HTTP and below a path, with the port", () => {
    for (const host of ["localhost", "127.0.0.1", "jobs.localhost"])
      expect(read(`http://${host}/`, `${NAME}=own`, { "Sec-Fetch-Site": "none" }), host).toEqual(["own"]);
    expect(read("http://jobs.example.com/", `${NAME}=own`)).toEqual(["own"]);
    expect(read("https://jobs.example.com/mojob", `${NAME}=own`, {}, "/mojob")).toEqual(["own"]);
    expect(
      read("http://localhost:7070/", `${NAME}_7070=own; ${NAME}=other`, { Host: "localhost:7070" }),
    ).toEqual(["own"]);
  });
});

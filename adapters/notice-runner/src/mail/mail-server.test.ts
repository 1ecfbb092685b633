import { expect, it } from "vitest";
import { parseMailServer } from "./mail-server.ts";

it.each([
  ["smtps://mail.example.com", { port: 465, secure: true, requireTLS: false }],
  ["smtp://mail.example.com", { port: 587, secure: false, requireTLS: true }],
  ["smtp://10.1.2.3:25", { port: 25, secure: false, requireTLS: true }],
  ["smtp://localhost:1025", { port: 1025, secure: false, requireTLS: false }],
  ["smtp://127.0.0.1:25", { secure: false, requireTLS: false }],
  ["smtp://[::1]:25", { host: "::1", secure: false, requireTLS: false }],
  // Another machine by the beginning of its name.
  ["smtp://127.0.0.1.example.com:25", { secure: false, requireTLS: true }],
])("parseMailServer() of %s wants TLS beyond this machine", (url, server) => {
  expect(parseMailServer({ url })).toMatchObject(server);
});

it("parseMailServer() reads a user and a password of any characters", () => {
  expect(parseMailServer({ url: "smtps://jobs%40example.com:p%2Fw@mail.example.com" }).auth).toEqual({
    user: "jobs@example.com",
    pass: "p/w",
  });
});

it.each(["https://jobs:secret@mail.example.com", "mail.example.com:25", "smtp://"])(
  "parseMailServer() refuses %s, and does not repeat it",
  (url) => {
    const parse = (): unknown => parseMailServer({ url });
    expect(parse).toThrow(expect.objectContaining({ code: "invalid_configuration" }) as Error);
    expect(parse).not.toThrow("secret");
  },
);

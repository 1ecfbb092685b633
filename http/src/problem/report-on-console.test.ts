import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { afterEach, expect, it, vi } from "vitest";
import { createManagementApp } from "../management-app.ts";
import { reportOnConsole } from "./report-on-console.ts";

afterEach(() => vi.restoreAllMocks());

function spyOnLines(method: "error" | "warn"): readonly unknown[] {
  const lines: unknown[] = [];
  vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(line));
  return lines;
}

it("createManagementApp() without onError writes one line for an unexpected error, with the id that its caller got", async () => {
  const lines = spyOnLines("error");
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    jobs: [],
    inMemory: true,
  });
  const broken = {
    ...scheduler,
    as: () => ({
      ...scheduler,
      overview: () => Promise.reject(new TypeError("Nothing works\n    at somewhere")),
    }),
  };
  const management = createManagementApp(broken);
  const response = await management.request("http://localhost/api/v1/overview", undefined, {
    peer: "127.0.0.1",
  });
  const { instance } = (await response.json()) as { instance: string };
  expect(response.status).toBe(500);
  expect(lines).toEqual([
    `[mojob] GET "/api/v1/overview" failed, its caller got "${instance.replace("urn:uuid:", "")}": TypeError: Nothing works`,
  ]);
  await management.close();
  await close();
});

it("createManagementApp() without onWarning writes one line for wrong tokens", async () => {
  const lines = spyOnLines("warn");
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    jobs: [],
    inMemory: true,
  });
  const management = createManagementApp(scheduler, { token: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });
  for (let guess = 0; guess < 25; guess += 1) {
    await management.request("http://localhost/api/v1/jobs", {
      headers: { authorization: `Bearer wrong${guess}` },
    });
  }
  expect(lines).toEqual([expect.stringMatching(/^\[mojob\] Too many wrong tokens were sent from /)]);
  await management.close();
  await close();
});

it.each([
  ["a text", "just text", "just text"],
  ["nothing", undefined, "undefined"],
  ["a text that turns around", "one\u202etwo", "one\\u202etwo"],
  ["a text of several lines with control characters", "one\u001b[2J\ntwo", "one\\u001b[2J"],
  [
    "something that throws when looked at",
    new Proxy({}, { get: () => JSON.parse("{") as never, getPrototypeOf: () => JSON.parse("{") as never }),
    "something that cannot be described",
  ],
])("reportOnConsole() writes one line for %s", (_what, error, shown) => {
  const lines = spyOnLines("error");
  reportOnConsole(error, { id: "1", method: "GET", path: "/x" });
  expect(lines).toEqual([`[mojob] GET "/x" failed, its caller got "1": ${shown}`]);
});

import { describe, expect, it } from "vitest";
import { shortWorkerId, workerLabel } from "./worker-label.ts";

const ID = "payment-gateway-01a2067d-33fd-7000-8000-0123456789ab";
const NONE = { id: ID, name: null, address: null, host: null, pid: null };

describe("workerLabel()", () => {
  it.each([
    [{ ...NONE, name: "支付网关-01", host: "pay-1" }, "支付网关-01"],
    [{ ...NONE, address: "http://10.1.0.5:9999/", host: "pay-1" }, "http://10.1.0.5:9999/"],
    [{ ...NONE, host: "pay-1", pid: 7 }, "pay-1/7"],
    [{ ...NONE, host: "pay-1" }, "pay-1"],
    [NONE, "payment-gateway…6789ab"],
  ])("%j is called %s", (worker, label) => {
    expect(workerLabel(worker)).toBe(label);
  });
});

describe("shortWorkerId()", () => {
  it("leaves an id that somebody chose as it is", () => {
    expect(shortWorkerId("printer-in-the-hall")).toBe("printer-in-the-hall");
  });
});

import { describe, expect, it } from "vitest";
import { ExecutorLimit } from "./executor-limit.ts";

describe("ExecutorLimit", () => {
  it("leaves places for others, whatever one caller takes", () => {
    const places = new ExecutorLimit({ maxExecutors: 5, maxExecutorsPerCaller: 3 });
    for (let count = 0; count < 3; count += 1) places.take("app:shop");
    expect(() => places.take("app:shop")).toThrow('3 executors of "app:shop" are registered here already');
    places.take("app:mail");
    places.take("app:mail");
    expect(() => places.take("app:mail")).toThrow("5 executors are registered here already");
  });

  it("takes a place that was given back once", () => {
    const places = new ExecutorLimit({ maxExecutors: 2, maxExecutorsPerCaller: 1 });
    const giveBack = places.take("app:shop");
    giveBack();
    giveBack();
    places.take("app:shop");
    expect(() => places.take("app:shop")).toThrow("1 executors of");
    places.take("app:mail");
    expect(() => places.take("app:x")).toThrow("2 executors are registered");
  });
});

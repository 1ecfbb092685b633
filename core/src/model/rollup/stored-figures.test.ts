import { expect, it } from "vitest";
import { FiguresSum } from "./figures-sum.ts";
import { decodeFigures, encodeFigures } from "./stored-figures.ts";

function figures(): ReturnType<FiguresSum["figures"]> {
  const sum = new FiguresSum();
  sum.count("succeeded", 2);
  sum.count("workMs", 70_000);
  sum.use(0, 5_000_000);
  for (const ms of [0, 100, 100, 70_000]) sum.measure("duration", ms);
  sum.name("codes", "a.b/$1");
  sum.name("minutes", "59");
  return sum.figures();
}

it("stored figures are read as they were, and say nothing of what there is none of", () => {
  expect(decodeFigures(encodeFigures(figures()))).toEqual(figures());
  const none = new FiguresSum().figures();
  expect([encodeFigures(none), decodeFigures("{}")]).toEqual(["{}", none]);
});

it("figures that an earlier version stored are read", () => {
  const { duration, wait, lateness, ...others } = figures();
  const earlier = (histogram: typeof duration): object => {
    const buckets: Record<string, number> = {};
    for (let index = 0; index < histogram.buckets.length; index += 2)
      buckets[String(histogram.buckets[index])] = histogram.buckets[index + 1] ?? 0;
    return { ...histogram, buckets };
  };
  const stored = JSON.stringify({
    ...others,
    duration: earlier(duration),
    wait: earlier(wait),
    lateness: earlier(lateness),
  });
  expect(decodeFigures(stored)).toEqual(figures());
});

import type { Page } from "playwright-core";

export interface Stalls {
  /** The longest task in ms since it was last asked, or since the page began. */
  longest(): Promise<number>;
}

/** Keeps for how long the page did not answer; begun before the page is gone to, it has its start too. */
export async function watchStalls(page: Page): Promise<Stalls> {
  const watch = await page.evaluateHandle(() => {
    const watch = { longest: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration);
    }).observe({ type: "longtask", buffered: true });
    return watch;
  });
  return {
    longest: () =>
      watch.evaluate(async (watch) => {
        // A task is told of once it has ended.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const { longest } = watch;
        watch.longest = 0;
        return Math.round(longest);
      }),
  };
}

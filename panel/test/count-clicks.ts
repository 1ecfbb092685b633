import type { Locator, Page } from "playwright-core";

export interface Clicks {
  readonly count: number;
  click(target: Locator): Promise<void>;
  /** Chooses of a list: opening it is the click. */
  choose(target: Locator, value: string): Promise<void>;
}

export function countClicks(): Clicks {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async click(target) {
      count += 1;
      await target.click();
    },
    async choose(target, value) {
      count += 1;
      await target.selectOption(value);
    },
  };
}

export interface Flow {
  readonly name: string;
  readonly most: number;
  /** Where it begins. */
  readonly path: string | (() => Promise<string>);
  readonly go: (page: Page, clicks: Clicks) => Promise<void>;
}

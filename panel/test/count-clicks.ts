import type { Locator, Page } from "playwright-core";

/** What somebody does with the mouse and with keys; what they type into fields is not counted. */
export interface Clicks {
  readonly count: number;
  readonly keys: number;
  click(target: Locator): Promise<void>;
  /** Chooses of a list: opening it is the click. */
  choose(target: Locator, value: string): Promise<void>;
  /** Drags one thing onto another, which is as much as a click. */
  drag(what: Locator, onto: Locator): Promise<void>;
  press(page: Page, key: string): Promise<void>;
}

export function countClicks(): Clicks {
  let count = 0;
  let keys = 0;
  return {
    get count() {
      return count;
    },
    get keys() {
      return keys;
    },
    async click(target) {
      count += 1;
      await target.click();
    },
    async choose(target, value) {
      count += 1;
      await target.selectOption(value);
    },
    async drag(what, onto) {
      count += 1;
      await what.dragTo(onto);
    },
    async press(page, key) {
      keys += 1;
      await page.keyboard.press(key);
    },
  };
}

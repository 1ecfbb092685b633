import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What breaks WCAG 2.2 AA on the page as it is now: rule and element, one line each. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"],
    })
    // The panel has no frames, so one page's results are all of them, and the audit takes a third of the time.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
  );
}
